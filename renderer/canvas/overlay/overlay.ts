import type { Keypoint } from '#common/annotation/skeleton'
import type { Box } from '#common/geometry/box'
import type { Brush } from '#common/geometry/painting/sweep'
import type { Ring, Rings } from '#common/geometry/polygon'
import type { ImagePoint, ViewPoint } from '#common/geometry/space'
import type { LookName } from '../looks.ts'
import type { MaskPart } from '../mask/parts.ts'
import type { Corner } from '../outline.ts'
import type { Edges } from '../scene.ts'

/** Items drawn over the image and its shapes, in image pixels unless said otherwise. Tools choose them; the canvas draws them. */
interface OverlayItems {
  readonly outline: {
    readonly rings: Rings
    readonly color: string
    readonly look: LookName
    readonly isClosed: boolean
  }
  /** Pixels of a mask in hand; `fill` is the share of the colour. */
  readonly pixels: { readonly parts: readonly MaskPart[]; readonly color: string; readonly fill: number }
  /** The area of the next dab. */
  readonly brush: {
    readonly middle: { readonly x: number; readonly y: number }
    readonly brush: Brush
    readonly isEraser: boolean
  }
  readonly handles: { readonly box: Box }
  /** Handles at these places, of a box that is turned. */
  readonly grips: { readonly at: readonly ImagePoint[] }
  /** The handle that turns a box, and where on its edge it stands. */
  readonly turn: { readonly from: ImagePoint; readonly at: ImagePoint; readonly isActive: boolean }
  readonly vertices: {
    readonly rings: Rings
    readonly color: string
    /** The corner being moved or pointed at. */
    readonly active: Corner | undefined
    /** Picked out of the others. */
    readonly picked?: readonly Corner[]
  }
  /** Where a point lies that something near pulled. */
  readonly snap: {
    readonly at: ImagePoint
    readonly on: 'vertex' | 'edge' | 'border'
    /** The border runs up and down here. */
    readonly isUpright: boolean
  }
  readonly 'ghost-vertex': { readonly at: ImagePoint; readonly color: string }
  readonly 'first-vertex': { readonly at: ImagePoint; readonly color: string; readonly isClosing: boolean }
  readonly skeleton: {
    readonly points: readonly Keypoint[]
    readonly edges: Edges
    readonly color: string
    /** Written beside the points. */
    readonly names?: readonly string[] | undefined
    /** A point that is not set yet: lines lead to it. */
    readonly ghost?: number
  }
  /** The segments of a ring that cross others. */
  readonly crossing: { readonly ring: Ring; readonly segments: readonly number[] }
  readonly marquee: { readonly box: Box; readonly isTouching: boolean }
  readonly sign: { readonly at: ImagePoint; readonly isPositive: boolean; readonly isHovered: boolean }
  readonly tag: {
    readonly bounds: Box
    readonly color: string
    readonly isRepeated: boolean
    readonly text: string
    readonly detail?: string
    /** Said by a machine: a star stands in place of the colour. */
    readonly isMachine?: boolean
    /** A lock stands behind what is said. */
    readonly isLocked?: boolean
    /** A selected outline is wider, so its tag keeps more distance. */
    readonly gap: number
  }
  readonly crosshair: { readonly at: ViewPoint }
  /** How far the machine is ready for what is pointed at, at the pointer: 1 is ready. */
  readonly readiness: { readonly at: ViewPoint; readonly share: number }
  /** The machine is at work on what was pointed at here. */
  readonly working: { readonly at: ViewPoint }
}

export type OverlayKind = keyof OverlayItems
export type OverlayItem<Kind extends OverlayKind = OverlayKind> = {
  [Each in Kind]: { readonly kind: Each } & OverlayItems[Each]
}[Kind]
