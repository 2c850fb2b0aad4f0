import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { LookName } from '../looks.ts'
import type { Scene } from '../scene.ts'
import type { Adjustments } from './adjust.ts'

/** Pixels of the image and their position. */
export interface ImagePart {
  /** Identifies the pixels for as long as the bitmap is the same object. */
  readonly key: string
  readonly bitmap: ImageBitmap
  /** In image pixels, possibly fractional. */
  readonly box: Box
  /** A version with fewer pixels, drawn until this one is on the GPU. */
  readonly standIn?: ImagePart | undefined
}

/** Returns false for a bitmap that has been closed: a view may be drawn again after the context was lost. */
export function hasPixels({ bitmap }: ImagePart): boolean {
  return bitmap.width > 0
}

/** Everything below the overlay, as one value: the image, the shapes at rest, and the suggestions. */
export interface StillView {
  readonly viewport: Viewport
  readonly frame: Size | undefined
  /** From coarse to fine: later parts cover earlier ones. */
  readonly image: readonly ImagePart[]
  readonly adjust: Adjustments
  /** Zoom from which pixels are drawn sharp; `SHARP_FROM` when absent. */
  readonly sharpFrom?: number | undefined
  /** Shown until pixels are available. */
  readonly color: string
  readonly scene: Scene
  /** Suggestions, drawn over the shapes. */
  readonly proposals: Scene
  /** Shapes that are not drawn: hidden ones, and those that a gesture is changing. */
  readonly omitted: ReadonlySet<ShapeId>
  readonly look: StillLook
  /** Shapes that are drawn as selected. */
  readonly selected: ReadonlySet<ShapeId>
  /** Peek: the image without annotations. */
  readonly isBare: boolean
}

/** Look of shapes that are not hovered: normal, beside selected ones, or while an object is cut out among them. */
export type StillLook = Extract<LookName, 'rest' | 'beside' | 'faint'>

/** Draws everything below the overlay into its own elements. The two drivers, GPU and CPU, produce the same image. */
export interface Renderer {
  readonly kind: 'gpu' | 'soft'
  /** Resizes and clears the canvases. `size` is in view pixels, `density` in device pixels per view pixel. */
  resize(size: Size, density: number): void
  /** Draws the view. Parts that did not change cost nothing. */
  draw(view: StillView): void
  /** Removes its elements from the page and frees all memory. */
  dispose(): void
}

export interface RendererHost {
  readonly element: HTMLElement
  /** Asks for another frame, because there was not enough time to draw everything. */
  readonly again: () => void
}
