import { POLYGON } from '#renderer/tools/kinds/paths'
import { pathLength } from '#renderer/tools/polygon/path'
import { Button } from '#renderer/ui/controls/button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { EditorState } from '../../model/editor-state.ts'
import { shapeName } from '../../model/shape-names.ts'
import styles from '../../parts/bar.module.css'
import { thenCanvas } from '../../parts/pressed.ts'

/** The polygon a part of which is being redrawn. */
export function redrawnShape({ armed }: EditorState) {
  const path = POLYGON.stateIn(armed)
  return path?.at === 'drawing' ? path.redraw?.id : undefined
}

/** The polygon of which a part can be redrawn: the next click on its outline begins that. */
function redrawableShape({ armed }: EditorState) {
  const path = POLYGON.stateIn(armed)
  return path?.at === 'idle' ? path.over : undefined
}

export function drawnPoints({ armed }: EditorState): number {
  const path = POLYGON.stateIn(armed)
  return path ? pathLength(path) : 0
}

/** A part of a polygon on its way: how it ends. */
export function RedrawItems() {
  const editor = useEditor()
  const id = useEditorState(redrawnShape)
  const points = useEditorState(drawnPoints)
  const named = id === undefined ? undefined : editor.namedShape(id)
  const name = named ? shapeName(named) : ''
  const [flip, discard] = [useChord('flip-way'), useChord('discard')]
  return (
    <>
      <span className="medium">{t('Redraw part of {{name}}', { name })}</span>
      <span className={styles.rule} />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
      <span className="text-2">{t('A click on the outline ends it')}</span>
      <Button size="small" variant="quiet" chord={flip} onPress={thenCanvas(() => editor.send({ type: 'flip' }))}>
        {t('Keep the other part')}
      </Button>
      <Button size="small" variant="quiet" chord={discard} onPress={thenCanvas(() => editor.send({ type: 'cancel' }))}>
        {t('Discard')}
      </Button>
    </>
  )
}

/** Says that the polygon that was selected can be redrawn. */
export function RedrawNote() {
  const editor = useEditor()
  const id = useEditorState(redrawableShape)
  const shape = id === undefined ? undefined : editor.namedShape(id)
  if (shape?.shape.kind !== 'polygon') return null
  return (
    <span className="text-2">{t('A click on its outline redraws part of {{name}}', { name: shapeName(shape) })}</span>
  )
}
