import type { Box } from '#common/geometry/box'
import { type Size, toImage, type ViewPoint, type Viewport, viewPoint } from '#common/geometry/space'

/** Zoom limits: 2 % and 6,400 %. */
export const MIN_SCALE = 0.02
export const MAX_SCALE = 64

/** Zoom factor of one wheel notch. */
export const NOTCH = 1.1

/** Minimum part of the image that stays visible when it is panned away, in view pixels. */
const IN_SIGHT = 48

export function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))
}

/** Zooms so that the image point under `at` stays in place. */
export function zoomAt(viewport: Viewport, at: ViewPoint, factor: number): Viewport {
  const scale = clampScale(viewport.scale * factor)
  const ratio = scale / viewport.scale
  return {
    scale,
    offsetX: at.x - (at.x - viewport.offsetX) * ratio,
    offsetY: at.y - (at.y - viewport.offsetY) * ratio,
  }
}

/** Zooms to a scale about the center of the view. */
export function zoomTo(viewport: Viewport, scale: number, view: Size): Viewport {
  return zoomAt(viewport, viewPoint(view.width / 2, view.height / 2), scale / viewport.scale)
}

export function panBy({ scale, offsetX, offsetY }: Viewport, dx: number, dy: number): Viewport {
  return { scale, offsetX: offsetX + dx, offsetY: offsetY + dy }
}

/** Returns a viewport that centers the whole image, as large as the view allows. */
export function fitViewport({ width, height }: Size, view: Size, margin: number): Viewport {
  return fitBox({ x0: 0, y0: 0, x1: width, y1: height }, view, margin)
}

/** Returns a viewport that centers a box of image pixels, as large as the view allows. The margin is in view pixels. */
export function fitBox({ x0, y0, x1, y1 }: Box, view: Size, margin: number): Viewport {
  const room = { width: Math.max(1, view.width - 2 * margin), height: Math.max(1, view.height - 2 * margin) }
  const scale = clampScale(Math.min(room.width / Math.max(1, x1 - x0), room.height / Math.max(1, y1 - y0)))
  return {
    scale,
    offsetX: view.width / 2 - ((x0 + x1) / 2) * scale,
    offsetY: view.height / 2 - ((y0 + y1) / 2) * scale,
  }
}

/** Returns the viewport moved so that part of the image stays visible. */
export function keepInSight(viewport: Viewport, image: Size, view: Size): Viewport {
  const { scale, offsetX, offsetY } = viewport
  return {
    scale,
    offsetX: pullBack(offsetX, image.width * scale, view.width),
    offsetY: pullBack(offsetY, image.height * scale, view.height),
  }
}

function pullBack(offset: number, length: number, room: number): number {
  const shown = Math.min(IN_SIGHT, length, room)
  return Math.min(room - shown, Math.max(shown - length, offset))
}

/** Returns the part of the image plane that the view shows, in image pixels. */
export function visibleBox(viewport: Viewport, view: Size): Box {
  const from = toImage(viewPoint(0, 0), viewport)
  const to = toImage(viewPoint(view.width, view.height), viewport)
  return { x0: from.x, y0: from.y, x1: to.x, y1: to.y }
}

/** Returns a viewport that shows the whole box, or the same one if it already does. */
export function revealBox(viewport: Viewport, box: Box, view: Size): Viewport {
  const shown = visibleBox(viewport, view)
  if (box.x0 >= shown.x0 && box.y0 >= shown.y0 && box.x1 <= shown.x1 && box.y1 <= shown.y1) return viewport
  const room = Math.min(view.width / (box.x1 - box.x0), view.height / (box.y1 - box.y0)) * 0.8
  const scale = clampScale(Math.min(viewport.scale, room))
  return {
    scale,
    offsetX: view.width / 2 - ((box.x0 + box.x1) / 2) * scale,
    offsetY: view.height / 2 - ((box.y0 + box.y1) / 2) * scale,
  }
}

export function sameViewport(a: Viewport, b: Viewport): boolean {
  return a.scale === b.scale && a.offsetX === b.offsetX && a.offsetY === b.offsetY
}
