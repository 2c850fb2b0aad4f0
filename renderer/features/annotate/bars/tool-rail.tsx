import {
  Hand,
  type LucideIcon,
  MousePointer2,
  Pentagon,
  Square,
  WandSparkles,
  Waypoints,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { Button as AriaButton, Toolbar } from 'react-aria-components'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { cx } from '#renderer/kit/cx'
import { Hint } from '#renderer/kit/overlay/tooltip'
import type { ToolName } from '#renderer/tools/armed'
import { toolsOf } from '#renderer/tools/tools-of'
import { thenCanvas } from '../keys/pressed.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { zoomByKey } from '../workbench/view-acts.ts'
import styles from './tool-rail.module.css'

const FACES: Readonly<Record<ToolName, { readonly label: string; readonly chord: string; readonly icon: LucideIcon }>> =
  {
    select: { label: 'Select and edit', chord: 'V', icon: MousePointer2 },
    hand: { label: 'Hand', chord: 'H', icon: Hand },
    box: { label: 'Box', chord: 'B', icon: Square },
    keypoints: { label: 'Keypoints', chord: 'K', icon: Waypoints },
    polygon: { label: 'Polygon', chord: 'P', icon: Pentagon },
    smart: { label: 'Smart segment', chord: 'S', icon: WandSparkles },
  }

export function ToolRail() {
  const tools = useBench(({ projectType }) => toolsOf(projectType))
  return (
    <Toolbar className={styles.rail ?? ''} orientation="vertical" aria-label="Tools" data-panel="tools">
      {tools.map((tool) => (
        <ToolButton key={tool} tool={tool} />
      ))}
      {tools.length === 1 && <Zooming />}
    </Toolbar>
  )
}

function ToolButton({ tool }: { readonly tool: ToolName }) {
  const bench = useWorkbench()
  const isOn = useBench(({ armed }) => armed.tool === tool)
  const { label, chord, icon: Icon } = FACES[tool]
  return (
    <>
      {tool === 'box' && <hr className={styles.rule} />}
      <Hint text={label} chord={chord} placement="right">
        <AriaButton
          className={cx(styles.tool, isOn && styles.on)}
          aria-label={label}
          aria-pressed={isOn}
          aria-keyshortcuts={chord}
          onPress={thenCanvas(() => bench.arm(tool))}
        >
          <Icon />
          <span className={styles.letter} aria-hidden>
            {chord}
          </span>
        </AriaButton>
      </Hint>
    </>
  )
}

/** Where nothing is drawn, looking closely is what the hand is for. */
function Zooming() {
  const bench = useWorkbench()
  return (
    <>
      <hr className={styles.rule} />
      <IconButton
        className={styles.zoom}
        icon={ZoomIn}
        label="Zoom in"
        chord="+"
        placement="right"
        onPress={thenCanvas(() => zoomByKey(bench, 1))}
      />
      <IconButton
        className={styles.zoom}
        icon={ZoomOut}
        label="Zoom out"
        chord="-"
        placement="right"
        onPress={thenCanvas(() => zoomByKey(bench, -1))}
      />
    </>
  )
}
