import type { Size, Viewport } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import { fitViewport, keepInSight, sameViewport } from '#renderer/canvas/viewport'
import type { EditorState } from '../model/editor-state.ts'

/** Room around a fitted image, in view pixels. */
const MARGIN = 10

/** All of an image. */
export function fitted(frame: Size, view: Size): Viewport {
  return fitViewport(frame, view, MARGIN)
}

/** The same look at an image when the view gets another size; an image that filled it fills it again. */
export function resized(
  { viewport, view: last }: Pick<EditorState, 'viewport' | 'view'>,
  frame: Size,
  view: Size,
): Viewport {
  const wasFitted = sameViewport(viewport, fitted(frame, last))
  return wasFitted ? fitted(frame, view) : keepInSight(viewport, frame, view)
}

/** Where the images that were left had been looked at. */
export class Viewports {
  readonly #left = new Map<ImageId, Viewport>()

  leave(image: ImageId, viewport: Viewport): void {
    this.#left.set(image, viewport)
  }

  /** Where the last image was looked at, if that is wanted; else where this one was; else all of it. */
  of(image: ImageId, frame: Size, { options, viewport, view }: EditorState): Viewport {
    if (options.keepsPlace && this.#left.size > 0) return keepInSight(viewport, frame, view)
    return this.#left.get(image) ?? fitted(frame, view)
  }
}
