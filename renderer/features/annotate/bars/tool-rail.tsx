import { Hand, type LucideIcon, MousePointer2, Pentagon, Square, WandSparkles } from 'lucide-react'
import { Button as AriaButton, Toolbar } from 'react-aria-components'
import { cx } from '#renderer/kit/cx'
import { Hint } from '#renderer/kit/overlay/tooltip'
import { TOOLS, type ToolName } from '#renderer/tools/armed'
import { thenCanvas } from '../keys/pressed.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import styles from './tool-rail.module.css'

const FACES: Readonly<Record<ToolName, { readonly label: string; readonly chord: string; readonly icon: LucideIcon }>> =
  {
    select: { label: 'Select and edit', chord: 'V', icon: MousePointer2 },
    hand: { label: 'Hand', chord: 'H', icon: Hand },
    box: { label: 'Box', chord: 'B', icon: Square },
    polygon: { label: 'Polygon', chord: 'P', icon: Pentagon },
    smart: { label: 'Smart segment', chord: 'S', icon: WandSparkles },
  }

export function ToolRail() {
  return (
    <Toolbar className={styles.rail ?? ''} orientation="vertical" aria-label="Tools" data-panel="tools">
      {TOOLS.map((tool) => (
        <ToolButton key={tool} tool={tool} />
      ))}
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
