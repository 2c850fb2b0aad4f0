import type { Keypoint } from '#common/annotation/skeleton'
import type { Box } from '#common/geometry/box'
import type { Brush } from '#common/geometry/painting/sweep'
import type { Ring, Rings } from '#common/geometry/polygon'
import type { ImagePoint, ViewPoint } from '#common/geometry/space'
import type { LookName } from '../looks.ts'
import type { MaskPart } from '../mask/parts.ts'
import type { Corner } from '../outline.ts'
import type { Edges } from '../scene.ts'

/**
 * Items drawn over the image and its shapes, in image pixels unless stated otherwise. Tools choose them; the canvas
 * draws them.
 */
interface OverlayItems {
  readonly outline: {
    readonly rings: Rings
    readonly color: string
    readonly look: LookName
    readonly isClosed: boolean
  }
  /** Pixels of a mask being edited; `fill` is the opacity of the color. */
  readonly pixels: { readonly parts: readonly MaskPart[]; readonly color: string; readonly fill: number }
  /** The area that the next dab covers. */
  readonly brush: {
    readonly middle: { readonly x: number; readonly y: number }
    readonly brush: Brush
    readonly isEraser: boolean
  }
  readonly handles: { readonly box: Box }
  /** Handles of a rotated box. */
  readonly grips: { readonly at: readonly ImagePoint[] }
  /** The handle that rotates a box, and the point on its edge where the stalk starts. */
  readonly turn: { readonly from: ImagePoint; readonly at: ImagePoint; readonly isActive: boolean }
  readonly vertices: {
    readonly rings: Rings
    readonly color: string
    /** The corner under the pointer or being moved. */
    readonly active: Corner | undefined
    /** The selected corners. */
    readonly picked?: readonly Corner[]
  }
  /** A point that was snapped to something near. */
  readonly snap: {
    readonly at: ImagePoint
    readonly on: 'vertex' | 'edge' | 'border'
    /** Whether the border is vertical here. */
    readonly isUpright: boolean
  }
  readonly 'ghost-vertex': { readonly at: ImagePoint; readonly color: string }
  readonly 'first-vertex': { readonly at: ImagePoint; readonly color: string; readonly isClosing: boolean }
  readonly skeleton: {
    readonly points: readonly Keypoint[]
    readonly edges: Edges
    readonly color: string
    /** Names next to the points. */
    readonly names?: readonly string[] | undefined
    /** Index of a point that is not placed yet, to which edges lead. */
    readonly ghost?: number
  }
  /** Segments of a ring that cross others. */
  readonly crossing: { readonly ring: Ring; readonly segments: readonly number[] }
  readonly marquee: { readonly box: Box; readonly isTouching: boolean }
  readonly sign: { readonly at: ImagePoint; readonly isPositive: boolean; readonly isHovered: boolean }
  readonly tag: {
    readonly bounds: Box
    readonly color: string
    readonly isRepeated: boolean
    readonly text: string
    readonly detail?: string
    /** Whether a model made it: a star replaces the color swatch. */
    readonly isMachine?: boolean
    /** Whether a lock follows the text. */
    readonly isLocked?: boolean
    /** Distance to the outline; larger for selected shapes, whose outline is wider. */
    readonly gap: number
  }
  readonly crosshair: { readonly at: ViewPoint }
  /** Progress of smart select on the current image, shown at the pointer: 1 is ready. */
  readonly readiness: { readonly at: ViewPoint; readonly share: number }
  /** Smart select is running for a click at this point. */
  readonly working: { readonly at: ViewPoint }
}

export type OverlayKind = keyof OverlayItems
export type OverlayItem<Kind extends OverlayKind = OverlayKind> = {
  [Each in Kind]: { readonly kind: Each } & OverlayItems[Each]
}[Kind]
