import { confirmEdit } from '#common/annotation/carry'
import { ImageId } from '#common/ids'
import { nextTriage, readImageQuery, TRIAGE_WORDS } from '#renderer/ui/app/image-query'
import { parseRoute, setParams } from '#renderer/ui/app/router'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { goTo, nextTo, onceQueued } from '../../effects/queue/open-image.ts'
import { nextUnfinished, startOf } from '../../model/queue.ts'

export function goBy(editor: Editor, by: 1 | -1): void {
  onceQueued(editor, () => goTo(editor, nextTo(editor.state, by)))
}

export function goToEnd(editor: Editor, end: 'first' | 'last'): void {
  onceQueued(editor, () => goTo(editor, editor.state.queue.ids.at(end === 'first' ? 0 : -1)))
}

/** Puts the queue into the next order of those that begin with what is most worth a look. */
export function cycleTriage(editor: Editor): void {
  const { params } = parseRoute(location.hash)
  const sort = nextTriage(readImageQuery(editor.project, params).sort)
  setParams({ sort })
  editor.announce(t('Order: {{order}}', { order: TRIAGE_WORDS[sort] }))
}

export function goToUnfinished(editor: Editor, way: 1 | -1): void {
  onceQueued(editor, () => toUnfinished(editor, way))
}

function toUnfinished(editor: Editor, way: 1 | -1): void {
  const { queue, states, image } = editor.state
  const isUnfinished = (id: ImageId) => (states.has(id) ? states.get(id) !== 'done' : queue.unfinished.has(id))
  const next = nextUnfinished(queue.ids, startOf(queue, image, way), { way, isUnfinished })
  if (next === undefined) editor.say({ kind: 'all-done' })
  else goTo(editor, next)
}

/** Whether shapes on the image still wait for their class: it cannot be done yet, which is said. */
function lacksClass(editor: Editor): boolean {
  if (!editor.state.picker?.drawn) return false
  editor.say({ kind: 'said', text: t('Name the class first') })
  return true
}

/** Done with this one, and what was carried over to it is right; on to the next that is not done. */
export function finish(editor: Editor): void {
  const { image } = editor.state
  editor.settle()
  if (lacksClass(editor)) return
  const { document } = editor
  if (image === undefined || !document) return
  const confirm = confirmEdit(document.shapes)
  if (confirm) editor.documents.commit(image, confirm)
  const isThrough = document.state === 'done' && document.review.state !== 'rejected'
  const isSaid = isThrough || editor.documents.setState(image, { done: true, isNull: document.isNull })
  if (isSaid) goToUnfinished(editor, 1)
}

/** Holds nothing to label, or back to work. */
export function toggleNothing(editor: Editor): void {
  const { image } = editor.state
  editor.settle()
  if (lacksClass(editor)) return
  const { document } = editor
  if (image === undefined || !document) return
  if (document.shapes.length > 0) return editor.say({ kind: 'has-shapes', count: document.shapes.length })
  const isNull = !document.isNull
  if (editor.documents.setState(image, { done: isNull, isNull })) {
    editor.announce(isNull ? t('Background') : t('Back to work'))
  }
}
