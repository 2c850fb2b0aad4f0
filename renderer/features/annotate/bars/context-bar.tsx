import type { ReactNode } from 'react'
import { Button } from '#renderer/kit/controls/button'
import { Keycap } from '#renderer/kit/display/keycap'
import { plural } from '#renderer/kit/format'
import { ClassSelect } from '../inspector/class-select.tsx'
import { CLASS_DIGITS } from '../keys/class-keys.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { useKeyContext } from '../keys/use-key-context.ts'
import { armedClass } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import styles from './context-bar.module.css'
import { PointItems } from './point-items.tsx'
import { SelectionItems } from './selection-items.tsx'
import { SmartItems } from './smart-items.tsx'

/** What belongs to the armed tool or the selection. It has a fixed place: it does not chase the pointer. */
export function ContextBar() {
  const { tool, isDrafting, isDrawing, hasSelection } = useKeyContext()
  const isCutting = useBench(({ armed }) => armed.tool === 'smart' && armed.state.prompts.length > 0)
  if (isCutting)
    return (
      <Bar label="Cut">
        <ArmedClass />
        <SmartItems />
      </Bar>
    )
  if (hasSelection)
    return (
      <Bar label="Selection">
        <SelectionItems />
      </Bar>
    )
  if (tool === 'keypoints')
    return (
      <Bar label="Keypoints">
        <ArmedClass />
        <PointItems />
      </Bar>
    )
  if (tool === 'polygon' && isDrafting)
    return (
      <Bar label="Polygon">
        <ArmedClass />
        <PolygonItems />
      </Bar>
    )
  return isDrawing ? (
    <Bar label="Class">
      <ArmedClass />
    </Bar>
  ) : null
}

function Bar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.bar} role="group" aria-label={label} data-panel="context">
      {children}
    </div>
  )
}

/** The class that the next shape gets, with its key. */
function ArmedClass() {
  const bench = useWorkbench()
  const armed = useBench(armedClass)
  const place = useBench(({ classes }) => classes?.findIndex(({ id }) => id === armed?.id) ?? -1)
  const digit = CLASS_DIGITS[place]
  return (
    <>
      <ClassSelect className={styles.class} value={armed?.id} onChange={(id) => bench.armClass(id)} />
      {digit !== undefined && <Keycap chord={digit} />}
    </>
  )
}

function PolygonItems() {
  const bench = useWorkbench()
  const points = useBench(({ armed }) =>
    armed.tool === 'polygon' && armed.state.at === 'drawing' ? armed.state.points.length / 2 : 0,
  )
  return (
    <>
      <span className={styles.rule} />
      <span className={`${styles.points} num`}>{plural(points, 'point')}</span>
      <Button size="small" variant="quiet" chord="Escape" onPress={thenCanvas(() => bench.send({ type: 'cancel' }))}>
        Discard
      </Button>
      <Button
        size="small"
        variant="primary"
        chord="Enter"
        disabledReason={points < 3 ? 'A polygon needs three points' : undefined}
        onPress={thenCanvas(() => bench.send({ type: 'enter' }))}
      >
        Close
      </Button>
    </>
  )
}
