import type { Lint } from '#common/annotation/lint/lint'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import type { EditorState } from '../../model/editor-state.ts'
import { namedShapes, shapeName } from '../../model/shape-names.ts'
import { selectAndReveal } from '../shapes/shapes.ts'
import { lintSentence } from './words.ts'

/** Selects the next label that deserves a look, and says why. */
export function stepLint(editor: Editor, way: 1 | -1): void {
  const { lints } = editor.state
  const place = lintInHand(editor.state)
  const start = place === -1 && way === -1 ? 0 : place
  const next = lints[(start + way + lints.length) % lints.length]
  if (!next) return
  selectAndReveal(editor, next.shape)
  editor.set({ lint: next })
  editor.announce(sentenceOf(editor, next))
}

/** The place of the lint that was stepped to; −1 once something else is selected. */
export function lintInHand({ lints, lint, selection }: EditorState): number {
  return lint && selection.length === 1 && selection[0] === lint.shape ? lints.indexOf(lint) : -1
}

export function sentenceOf(editor: Editor, lint: Lint): string {
  const shapes = namedShapes(editor.document?.shapes ?? [], editor.state.classes ?? [])
  const byId = new Map(shapes.map((named) => [named.shape.id, named]))
  return lintSentence(lint, (id) => {
    const named = byId.get(id)
    return named ? shapeName(named) : t('An annotation')
  })
}
