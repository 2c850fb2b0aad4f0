import { ImageId } from '#common/ids'
import { afterFrame } from '#renderer/ui/app/after-frame'
import { parseRoute, type Route, setParams } from '#renderer/ui/app/router'
import type { Editor } from '../../editor/editor.ts'
import { type EditorState, UNREAD_QUEUE } from '../../model/editor-state.ts'
import { neighbour, startOf } from '../../model/queue.ts'

/** Puts an image on screen and into the address, without a step in the history: one flips through hundreds. */
export function goTo(editor: Editor, image: ImageId | undefined): void {
  if (image === undefined) return
  editor.open(image)
  noteAddress(editor)
}

let dropLastNote = () => {}
/** The address does not name the image that this one shows yet. */
let ahead: Editor | undefined

/**
 * The address follows once the image is drawn, unless the person has left for another page by then. One who has followed a link to another
 * image meanwhile is led there.
 */
function noteAddress(editor: Editor): void {
  dropLastNote()
  ahead = editor
  const before = imageIn(parseRoute(location.hash))
  dropLastNote = afterFrame(() => {
    ahead = undefined
    const route = parseRoute(location.hash)
    if (route.page !== 'annotate' || route.project !== editor.project) return
    const named = imageIn(route)
    if (named === undefined || named === before) setParams({ image: editor.state.image })
    else editor.open(named)
  })
}

function imageIn({ params }: Route): ImageId | undefined {
  return ImageId.safeParse(params.get('image')).data
}

/** Shows the image that the address names, or the first that is not done. An address that lags behind leads nowhere. */
export function followAddress(
  editor: Editor,
  image: ImageId | undefined,
  queue: EditorState['queue'] | undefined,
): void {
  if (ahead === editor) return
  if (image !== undefined) return editor.open(image)
  if (queue) goTo(editor, queue.ids.find((id) => queue.unfinished.has(id)) ?? queue.ids[0])
}

const early = new WeakMap<Editor, (() => void)[]>()

/** Takes the step, once the queue is read: a key that is pressed as soon as the page is there is not lost. */
export function onceQueued(editor: Editor, step: () => void): void {
  if (editor.state.queue !== UNREAD_QUEUE) return step()
  early.set(editor, [...(early.get(editor) ?? []), step])
}

/** Takes the steps that waited for the queue. */
export function takeEarlySteps(editor: Editor): void {
  const steps = early.get(editor) ?? []
  early.delete(editor)
  for (const step of steps) step()
}

/** The image beside the one on screen, also when that is no longer in the project; undefined at the ends. */
export function nextTo({ queue, image }: Pick<EditorState, 'queue' | 'image'>, by: 1 | -1): ImageId | undefined {
  return neighbour(queue.ids, startOf(queue, image, by), by)
}
