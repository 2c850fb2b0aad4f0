import type { Affine } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { Blur, Edges, Tone } from '../plan.ts'
import type { Pixels } from '../raster.ts'

/** Mirrors left and right if asked, then rotates clockwise by quarter turns. */
export interface Turn {
  readonly kind: 'turn'
  readonly isMirrored: boolean
  readonly quarters: 0 | 1 | 2 | 3
}

/** In-place work on single values, for which sharp has no operation. */
export interface EditOperation {
  readonly kind: 'edit'
  readonly edit: (pixels: Pixels) => void | Promise<void>
}

/** One operation of sharp. */
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

/** An operation of sharp or one of our own. */
export type Operation = SharpOperation | EditOperation
