import { type Ink, type InkVerb, inkBeside, inkedMask, NO_INK } from '../geometry/painting/ink.ts'
import type { Change, Edit } from './edit.ts'
import type { MaskShape } from './shape.ts'
import { type MaskStroke, strokeBetween } from './stroke.ts'

/** The masks of an image, by how a brush stroke treats them. */
export interface PaintGround {
  /** The mask that painting goes on with; without one it begins a new one. */
  readonly target: MaskShape | undefined
  /** Masks that an eraser takes pixels from. */
  readonly erasable: readonly MaskShape[]
  /** Masks that painting leaves as they are: it stays beside their pixels. */
  readonly kept: readonly MaskShape[]
  /** Masks that painting takes pixels from. */
  readonly yielding: readonly MaskShape[]
}

/** Ink on a mask, as it is drawn and as it is written. */
export interface Inked {
  readonly mask: MaskShape
  readonly ink: Ink
  readonly verb: InkVerb
}

/** Result of one stroke: the ink that is left of it, and the masks that it changes. */
export interface Painted {
  /** Begins a new mask. Empty when the stroke changes masks that are there alone. */
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

/** The parts of an edit for the masks that are there: strokes, and the end of masks of which nothing is left. */
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
