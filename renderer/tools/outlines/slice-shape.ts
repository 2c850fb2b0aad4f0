import { crossesItself } from '#common/annotation/lint/crossing'
import { shapeRings } from '#common/annotation/shape'
import { maskOfRings } from '#common/geometry/mask-forms'
import { intersectMasks, type MaskTiles, maskTilesArea, subtractMask } from '#common/geometry/masks/mask-tiles'
import type { Ring, Rings } from '#common/geometry/polygon'
import { sliceRings } from '#common/geometry/slice/slice'
import type { Size } from '#common/geometry/space'
import { untangledRings } from './boolean.ts'
import { type AreaForm, boxForm } from './combine.ts'

/**
 * Returns the pieces that a line cuts an area into, the largest first, or just the area when nothing is cut off. Each
 * pixel of a mask goes to exactly one piece.
 */
export function slicedForms(form: AreaForm, line: Ring, frame: Size): readonly AreaForm[] {
  const rings = shapeRings(form)
  const pieces = sliceRings(rings.some(crossesItself) ? untangledRings(rings) : rings, line)
  if (pieces.length < 2) return [form]
  if (form.kind === 'mask') return slicedMask(form.tiles, pieces, frame)
  return pieces.map((piece) => (form.kind === 'box' ? boxForm(piece) : undefined) ?? { kind: 'polygon', rings: piece })
}

/** Slices a mask. Pixels whose centers are outside all pieces go to the first one. */
function slicedMask(tiles: MaskTiles, [, ...others]: readonly Rings[], frame: Size): readonly AreaForm[] {
  const parts = others.map((rings) => intersectMasks(tiles, maskOfRings(rings, frame)))
  const first = parts.reduce((left, part) => subtractMask(left, part), tiles)
  return [first, ...parts].filter((part) => maskTilesArea(part) > 0).map((part) => ({ kind: 'mask', tiles: part }))
}
