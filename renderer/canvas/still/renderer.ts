import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { LookName } from '../looks.ts'
import type { Scene } from '../scene.ts'
import type { Adjustments } from './adjust.ts'

/** Pixels of the image and where they lie. */
export interface ImagePart {
  /** The same key stands for the same pixels for as long as its bitmap is the same object. */
  readonly key: string
  readonly bitmap: ImageBitmap
  /** In image pixels; may lie on fractions of them. */
  readonly box: Box
  /** The same with fewer pixels, for as long as it takes to have these on the graphics card. */
  readonly standIn?: ImagePart | undefined
}

/** Not of a bitmap that was closed since: a view may be drawn once more when the card is lost. */
export function hasPixels({ bitmap }: ImagePart): boolean {
  return bitmap.width > 0
}

/** All that lies below the overlay, as one value: the image, the shapes at rest, and what models propose. */
export interface StillView {
  readonly viewport: Viewport
  readonly frame: Size | undefined
  /** From coarse to fine: later parts lie over earlier ones. */
  readonly image: readonly ImagePart[]
  readonly adjust: Adjustments
  /** The zoom from which single pixels are told apart; `SHARP_FROM` when absent. */
  readonly sharpFrom?: number | undefined
  /** Shown until there are pixels. */
  readonly color: string
  readonly scene: Scene
  /** Proposals of models, over the shapes. */
  readonly proposals: Scene
  /** Shapes of the scene that are left out: hidden ones, and those a gesture has in hand. */
  readonly omitted: ReadonlySet<ShapeId>
  readonly look: StillLook
  /** Shapes that are drawn as selected ones. */
  readonly selected: ReadonlySet<ShapeId>
  /** Peek: the image alone. */
  readonly isBare: boolean
}

/** How shapes look that nobody points at: as they are, beside selected ones, or while something is cut out among them. */
export type StillLook = Extract<LookName, 'rest' | 'beside' | 'faint'>

/** Draws what lies below the overlay into elements of its own. Two drivers give the same images: the graphics card and the processor. */
export interface Renderer {
  readonly kind: 'gpu' | 'soft'
  /** `size` in view pixels, `density` device pixels to one of them. What was drawn is gone. */
  resize(size: Size, density: number): void
  /** Draws the view; what did not change since the last one costs nothing. */
  draw(view: StillView): void
  /** Takes its elements out of the page and gives back all memory. */
  dispose(): void
}

export interface RendererHost {
  readonly element: HTMLElement
  /** There is more to draw than one frame had time for: asks to be drawn again. */
  readonly again: () => void
}
