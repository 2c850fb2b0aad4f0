import {
  Brush,
  CircleDot,
  Diamond,
  Eraser,
  Hand,
  type LucideIcon,
  MousePointer2,
  Pentagon,
  Spline,
  Square,
  WandSparkles,
  Waypoints,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { Button as AriaButton, Toolbar } from 'react-aria-components'
import { OFF } from '#renderer/kit/controls/button'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { cx } from '#renderer/kit/cx'
import { Hint } from '#renderer/kit/overlay/tooltip'
import { useReadOnly } from '#renderer/kit/studio/read-only'
import { t } from '#renderer/kit/words/words'
import type { RailTool } from '#renderer/tools/armed'
import { toolsOf } from '#renderer/tools/tools-of'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { isLooking } from '../keys/tool-keys.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { zoomByKey } from '../workbench/view-acts.ts'
import styles from './tool-rail.module.css'

const FACES: Readonly<Record<RailTool, { readonly label: string; readonly icon: LucideIcon }>> = {
  select: { label: t('Select and edit'), icon: MousePointer2 },
  hand: { label: t('Hand'), icon: Hand },
  box: { label: t('Box'), icon: Square },
  'rotated-box': { label: t('Rotated box'), icon: Diamond },
  polygon: { label: t('Polygon'), icon: Pentagon },
  polyline: { label: t('Line'), icon: Spline },
  point: { label: t('Point'), icon: CircleDot },
  keypoints: { label: t('Keypoints'), icon: Waypoints },
  brush: { label: t('Mask brush'), icon: Brush },
  eraser: { label: t('Mask eraser'), icon: Eraser },
  smart: { label: t('Smart select'), icon: WandSparkles },
}

export function ToolRail() {
  const tools = useBench(({ projectType }) => toolsOf(projectType))
  return (
    <Toolbar className={styles.rail ?? ''} orientation="vertical" aria-label={t('Tools')} data-panel="tools">
      {tools.map((tool) => (
        <ToolButton key={tool} tool={tool} />
      ))}
      {tools.length === 1 && <Zooming />}
    </Toolbar>
  )
}

function ToolButton({ tool }: { readonly tool: RailTool }) {
  const bench = useWorkbench()
  const isOn = useBench(({ armed }) => armed.tool === tool)
  const { label, icon: Icon } = FACES[tool]
  const chord = useChord(`tool-${tool}`)
  const reason = useReadOnly(isLooking(tool) ? undefined : 'projects')
  return (
    <>
      {tool === 'box' && <hr className={styles.rule} />}
      <Hint text={reason === undefined ? label : `${label}: ${reason}`} chord={chord} placement="right">
        <AriaButton
          className={cx(styles.tool, isOn && styles.on)}
          aria-label={label}
          aria-pressed={isOn}
          onPress={thenCanvas(() => bench.arm(tool))}
          {...(reason !== undefined && OFF)}
        >
          <Icon />
          <span className={styles.letter} aria-hidden>
            {chord !== undefined && chord.length === 1 && chord}
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
        label={t('Zoom in')}
        chord={useChord('zoom-in')}
        placement="right"
        onPress={thenCanvas(() => zoomByKey(bench, 1))}
      />
      <IconButton
        className={styles.zoom}
        icon={ZoomOut}
        label={t('Zoom out')}
        chord={useChord('zoom-out')}
        placement="right"
        onPress={thenCanvas(() => zoomByKey(bench, -1))}
      />
    </>
  )
}
