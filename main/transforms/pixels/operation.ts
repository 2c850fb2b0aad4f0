import type { Affine } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { Blur, Edges, Tone } from '../plan.ts'
import type { Pixels } from '../raster.ts'

/** Mirrors left and right first if asked, then turns clockwise by quarters. */
export interface Turn {
  readonly kind: 'turn'
  readonly isMirrored: boolean
  readonly quarters: 0 | 1 | 2 | 3
}

/** Work on single values, which sharp has no act for. In place. */
export interface EditOperation {
  readonly kind: 'edit'
  readonly edit: (pixels: Pixels) => void | Promise<void>
}

/** One act of sharp's. */
export type SharpOperation =
  | { readonly kind: 'shrink'; readonly size: Size }
  | Turn
  | { readonly kind: 'crop'; readonly window: Box }
  | { readonly kind: 'affine'; readonly affine: Affine; readonly from: Size; readonly edges: Edges }
  | {
      readonly kind: 'pad'
      readonly left: number
      readonly top: number
      readonly right: number
      readonly bottom: number
      readonly edges: Edges
    }
  | Blur
  | Tone

/** One act of sharp's, or one of our own. */
export type Operation = SharpOperation | EditOperation
