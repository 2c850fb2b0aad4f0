import type { ViewPoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import type { Editor } from '../../editor/editor.ts'

/** Milliseconds after which a press that does not move asks what lies there. */
const LONG_MS = 500

/** Lists the shapes under the press, where there are several; the press is over. */
export function openPile(editor: Editor, at: ViewPoint): void {
  const ids = editor.state.armed.pressed
  if (ids.length < 2) return
  editor.send({ type: 'cancel' })
  editor.set({ pile: { at, ids } })
}

export function closePile(editor: Editor): void {
  editor.set({ pile: undefined, hovered: undefined })
}

export function takeFromPile(editor: Editor, id: ShapeId): void {
  closePile(editor)
  editor.select([id])
}

/** Watches presses: one that stays where it is for long opens the list. */
export function longPress(editor: Editor) {
  let timer = 0
  let from: ViewPoint | undefined
  const stop = () => {
    clearTimeout(timer)
    from = undefined
  }
  return {
    start(at: ViewPoint) {
      stop()
      if (editor.state.pile) closePile(editor)
      from = at
      timer = window.setTimeout(() => openPile(editor, at), LONG_MS)
    },
    move(at: ViewPoint) {
      if (from && distance(from, at) >= REACH.drag) stop()
    },
    stop,
  }
}
