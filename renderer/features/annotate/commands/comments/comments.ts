import type { CommentPlace } from '#common/annotation/comment'
import { type Size, toImage } from '#common/geometry/space'
import type { CommentId } from '#common/ids'
import type { Editor } from '../../editor/editor.ts'
import type { EditorState } from '../../model/editor-state.ts'

/** Opens the box for a comment: at the pointer or the cursor of the keyboard; beside the image it is about all of it. */
export function askComment(editor: Editor): void {
  const { image } = editor.state
  if (image !== undefined) editor.set({ asking: { kind: 'comment', image, place: placeInHand(editor.state) } })
}

/** About the whole image. */
export function askWholeComment(editor: Editor): void {
  const { image } = editor.state
  if (image !== undefined) editor.set({ asking: { kind: 'comment', image, place: null } })
}

/** Opens what was said at a pin, or closes it. */
export function toggleThread(editor: Editor, comment: CommentId): void {
  const { image, asking } = editor.state
  if (image === undefined) return
  const isOpen = asking?.kind === 'thread' && asking.comment === comment
  editor.set({ asking: isOpen ? undefined : { kind: 'thread', image, comment } })
}

function placeInHand({ cursor, pointer, viewport, frame }: EditorState): CommentPlace {
  const at = cursor ?? (pointer && toImage(pointer, viewport))
  return at && frame && isIn(frame, at) ? { x: Math.round(at.x), y: Math.round(at.y) } : null
}

function isIn({ width, height }: Size, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}
