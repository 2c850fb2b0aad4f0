import { type Ink, type InkVerb, inkBeside, inkedMask, NO_INK } from '../geometry/painting/ink.ts'
import type { Change, Edit } from './edit.ts'
import type { MaskShape } from './shape.ts'
import { type MaskStroke, strokeBetween } from './stroke.ts'

/** The masks of an image, by how a brush stroke affects them. */
export interface PaintGround {
  /** The mask to continue; undefined starts a new one. */
  readonly target: MaskShape | undefined
  /** Masks that the eraser changes. */
  readonly erasable: readonly MaskShape[]
  /** Masks whose pixels painting leaves out. */
  readonly kept: readonly MaskShape[]
  /** Masks that lose the painted pixels. */
  readonly yielding: readonly MaskShape[]
}

/** Ink on a mask, with the tiles to draw and to store. */
export interface Inked {
  readonly mask: MaskShape
  readonly ink: Ink
  readonly verb: InkVerb
}

/** Result of a stroke: the ink for a new mask, and the masks that it changes. */
export interface Painted {
  /** Pixels of the new mask; empty when the stroke changes existing masks only. */
  readonly begun: Ink
  readonly inked: readonly Inked[]
}

export function paintedInk(ink: Ink, { target, kept, yielding }: PaintGround): Painted {
  const left = inkBeside(
    ink,
    kept.map(({ tiles }) => tiles),
  )
  const taken = yielding.map((mask): Inked => ({ mask, ink: left, verb: 'remove' }))
  return target
    ? { begun: NO_INK, inked: [{ mask: target, ink: left, verb: 'add' }, ...taken] }
    : { begun: left, inked: taken }
}

export function erasedInk(ink: Ink, { erasable }: PaintGround): Painted {
  return { begun: NO_INK, inked: erasable.map((mask): Inked => ({ mask, ink, verb: 'remove' })) }
}

/** Returns the parts of an edit for existing masks: strokes, and the deletion of masks that became empty. */
export function inkedEdit(inked: readonly Inked[]): Required<Pick<Edit, 'changes' | 'strokes'>> {
  const changes: Change[] = []
  const strokes: MaskStroke[] = []
  for (const { mask, ink, verb } of inked) {
    const tiles = inkedMask(mask.tiles, ink, verb)
    const stroke = tiles.length > 0 ? strokeBetween(mask.id, mask.tiles, tiles) : undefined
    if (tiles.length === 0) changes.push({ before: mask, after: null })
    else if (stroke) strokes.push(stroke)
  }
  return { changes, strokes }
}
