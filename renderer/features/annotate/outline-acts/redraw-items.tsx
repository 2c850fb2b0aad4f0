import { Button } from '#renderer/kit/controls/button'
import { t } from '#renderer/kit/words/words'
import { pathLength } from '#renderer/tools/polygon/path'
import styles from '../bars/context-bar.module.css'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import type { Bench } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { shapeName } from '../workbench/shape-names.ts'

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
  const name = named ? shapeName(named) : ''
  const [flip, discard] = [useChord('flip-way'), useChord('discard')]
  return (
    <>
      <span className="medium">{t('Redraw part of {{name}}', { name })}</span>
      <span className={styles.rule} />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
      <span className="text-2">{t('A click on the outline ends it')}</span>
      <Button size="small" variant="quiet" chord={flip} onPress={thenCanvas(() => bench.send({ type: 'flip' }))}>
        {t('Keep the other part')}
      </Button>
      <Button size="small" variant="quiet" chord={discard} onPress={thenCanvas(() => bench.send({ type: 'cancel' }))}>
        {t('Discard')}
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
    <span className="text-2">{t('A click on its outline redraws part of {{name}}', { name: shapeName(shape) })}</span>
  )
}
