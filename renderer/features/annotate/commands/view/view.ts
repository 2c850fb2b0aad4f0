import { shapeBounds } from '#common/annotation/shape'
import { boxAround } from '#common/geometry/box'
import { type ImagePoint, imagePoint, toImage, toView, type ViewPoint } from '#common/geometry/space'
import { fitBox, keepInSight, panBy, zoomAt, zoomTo } from '#renderer/canvas/viewport'
import { NO_KEYS } from '#renderer/tools/tool'
import { t } from '#renderer/words/words'
import { type Editor, middleOf } from '../../editor/editor.ts'
import type { EditorState } from '../../model/editor-state.ts'

/** One press of + or −. */
const KEY_ZOOM = 1.25

/** By a hand that is at the place now, in view pixels. */
export function pan(editor: Editor, at: ViewPoint, { dx, dy }: { readonly dx: number; readonly dy: number }): void {
  const { viewport, frame, view } = editor.state
  if (frame) editor.set({ pointer: at, viewport: keepInSight(panBy(viewport, dx, dy), frame, view) })
}

/** By a wheel or two fingers over the place. */
export function zoom(editor: Editor, at: ViewPoint, factor: number): void {
  editor.set({ pointer: at, ...zoomed(editor.state, at, factor) })
}

function zoomed({ viewport, frame, view }: EditorState, at: ViewPoint, factor: number): Partial<EditorState> {
  return frame ? { viewport: keepInSight(zoomAt(viewport, at, factor), frame, view) } : {}
}

/** About the pointer while it is over the image, else about the middle. */
export function zoomByKey(editor: Editor, way: 1 | -1): void {
  const { pointer, view } = editor.state
  editor.set(zoomed(editor.state, pointer ?? middleOf(view), KEY_ZOOM ** way))
}

export function zoomToActualSize(editor: Editor): void {
  const { viewport, frame, view } = editor.state
  if (frame) editor.set({ viewport: keepInSight(zoomTo(viewport, 1, view), frame, view) })
}

/** All that is selected, as large as the view allows; the whole image when nothing is. */
export function fitSelection(editor: Editor): void {
  const { view, frame, selection } = editor.state
  const boxes = selection.flatMap((id) => {
    const shape = editor.shape(id)
    return shape ? [shapeBounds(shape)] : []
  })
  if (!frame || boxes.length === 0) return editor.fit()
  editor.set({ viewport: keepInSight(fitBox(boxAround(boxes), view, AROUND), frame, view) })
}

/** Room around what was fitted, in view pixels. */
const AROUND = 48

/** Puts an image point into the middle of the view. */
export function centreOn(editor: Editor, { x, y }: ImagePoint): void {
  const { viewport, view, frame } = editor.state
  if (!frame) return
  const { scale } = viewport
  const moved = { scale, offsetX: view.width / 2 - x * scale, offsetY: view.height / 2 - y * scale }
  editor.set({ viewport: keepInSight(moved, frame, view) })
}

/** The keyboard's pointer: it starts where the pointer is, or in the middle of what is in sight. */
export function moveCursor(editor: Editor, dx: number, dy: number): void {
  const { cursor, pointer, viewport, view, frame } = editor.state
  if (!frame) return
  const start = cursor ?? toImage(pointer ?? middleOf(view), viewport)
  const x = Math.min(frame.width, Math.max(0, Math.round(start.x) + dx))
  const y = Math.min(frame.height, Math.max(0, Math.round(start.y) + dy))
  const next = imagePoint(x, y)
  editor.set({ cursor: next, viewport: follow(editor, toView(next, viewport)) })
  editor.announce(`${x}, ${y}`)
  editor.send({ type: 'move', at: next, ...NO_KEYS })
}

/** Room that is kept between the cursor and the edge of the view. */
const AHEAD = 24

function follow(editor: Editor, { x, y }: ViewPoint) {
  const { viewport, view } = editor.state
  const dx = Math.max(AHEAD - x, 0) - Math.max(x - (view.width - AHEAD), 0)
  const dy = Math.max(AHEAD - y, 0) - Math.max(y - (view.height - AHEAD), 0)
  return panBy(viewport, dx, dy)
}

/** Enter at the cursor is a press and a release there; with Alt it excludes, with Shift a brush draws on from its last place. */
export function pressCursor(editor: Editor, alt: boolean, shift = false): void {
  const { cursor, announcement } = editor.state
  if (!cursor) return
  editor.send({
    type: 'down',
    at: cursor,
    button: 'main',
    clicks: 1,
    ...NO_KEYS,
    shift,
    alt,
  })
  editor.send({ type: 'up', at: cursor, ...NO_KEYS })
  editor.set({ pressed: cursor })
  // The press's own announcement, where there is one, says more.
  if (editor.state.announcement === announcement)
    editor.announce(t('Set at {{x}}, {{y}}', { x: String(cursor.x), y: String(cursor.y) }))
}
