import { Button } from '#renderer/kit/controls/button'
import { plural } from '#renderer/kit/format'
import { pathLength } from '#renderer/tools/polygon/path'
import styles from '../bars/context-bar.module.css'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import type { Bench } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { shapeName } from '../workbench/shape-names.ts'
import { REDRAW_WORDS } from './words.ts'

/** The polygon a part of which is being redrawn. */
export function redrawnShape({ armed }: Bench) {
  return armed.tool === 'polygon' && armed.state.at === 'drawing' ? armed.state.redraw?.id : undefined
}

/** The polygon of which a part can be redrawn: the next click on its outline begins that. */
function redrawableShape({ armed }: Bench) {
  return armed.tool === 'polygon' && armed.state.at === 'idle' ? armed.state.over : undefined
}

/** A part of a polygon on its way: how it ends. */
export function RedrawItems() {
  const bench = useWorkbench()
  const id = useBench(redrawnShape)
  const points = useBench(({ armed }) => (armed.tool === 'polygon' ? pathLength(armed.state) : 0))
  const named = id === undefined ? undefined : bench.namedShape(id)
  const [flip, discard] = [useChord('flip-way'), useChord('discard')]
  return (
    <>
      <span className="medium">{`${REDRAW_WORDS.lead} ${named ? shapeName(named) : ''}`}</span>
      <span className={styles.rule} />
      <span className={`${styles.points} num`}>{plural(points, 'point')}</span>
      <span className="text-2">{REDRAW_WORDS.ends}</span>
      <Button size="small" variant="quiet" chord={flip} onPress={thenCanvas(() => bench.send({ type: 'flip' }))}>
        {REDRAW_WORDS.flip}
      </Button>
      <Button size="small" variant="quiet" chord={discard} onPress={thenCanvas(() => bench.send({ type: 'cancel' }))}>
        Discard
      </Button>
    </>
  )
}

/** Says that the polygon that was selected can be redrawn. */
export function RedrawNote() {
  const bench = useWorkbench()
  const id = useBench(redrawableShape)
  const shape = id === undefined ? undefined : bench.namedShape(id)
  if (shape?.shape.kind !== 'polygon') return null
  return (
    <span className="text-2">
      {REDRAW_WORDS.begins} {shapeName(shape)}
    </span>
  )
}
