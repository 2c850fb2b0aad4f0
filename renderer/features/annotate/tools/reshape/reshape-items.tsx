import { RESHAPE } from '#renderer/tools/kinds/reshape'
import { pathLength } from '#renderer/tools/polygon/path'
import { leastNumbers, type Purpose } from '#renderer/tools/reshape/reshape'
import { Button } from '#renderer/ui/controls/button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { leaveReshape } from '../../commands/outlines/outlines.ts'
import { PURPOSE_WORDS } from '../../commands/outlines/words.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { EditorState } from '../../model/editor-state.ts'
import { shapeName } from '../../model/shape-names.ts'
import styles from '../../parts/bar.module.css'
import { thenCanvas } from '../../parts/pressed.ts'
import { SnapToggle } from '../../parts/snap-toggles.tsx'

/** The path being drawn over the selection, and how it ends. */
export function ReshapeItems() {
  const editor = useEditor()
  const purpose = useEditorState(purposeOf)
  const points = useEditorState(drawnPoints)
  const subject = useSubject()
  const { about, end, needs } = PURPOSE_WORDS[purpose]
  const [finish, leave, discard] = [useChord('finish-reshape'), useChord('leave-reshape'), useChord('discard')]
  const stop = () => (points > 0 ? editor.send({ type: 'cancel' }) : leaveReshape(editor))
  return (
    <>
      <span className="medium">{about(subject)}</span>
      <span className={styles.rule} />
      <SnapToggle />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
      <Button size="small" variant="quiet" chord={points > 0 ? discard : leave} onPress={thenCanvas(stop)}>
        {points > 0 ? t('Discard') : t('Done')}
      </Button>
      <Button
        size="small"
        variant="primary"
        chord={finish}
        disabledReason={points * 2 < leastNumbers(purpose) ? needs : undefined}
        onPress={thenCanvas(() => editor.send({ type: 'enter' }))}
      >
        {end}
      </Button>
    </>
  )
}

function purposeOf({ armed }: Pick<EditorState, 'armed'>): Purpose {
  return RESHAPE.stateIn(armed)?.purpose ?? 'slice'
}

function drawnPoints({ armed }: Pick<EditorState, 'armed'>): number {
  const state = RESHAPE.stateIn(armed)
  return state ? pathLength(state.path) : 0
}

/** "Car 3", "2 shapes". */
function useSubject(): string {
  const editor = useEditor()
  const selection = useEditorState((all) => all.selection)
  const [only, ...others] = selection
  const named = only && others.length === 0 ? editor.namedShape(only) : undefined
  return named ? shapeName(named) : t('{{count}} shapes', { count: selection.length })
}
