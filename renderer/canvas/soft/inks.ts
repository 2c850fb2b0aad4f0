import { INK, type Look } from '../looks.ts'
import type { SceneShape } from '../scene.ts'
import { type Detail, FAINT_SHARE, GROUND_SHARE, SPECK_SHARE } from '../still/detail.ts'
import type { Slot } from '../still/slots.ts'

export interface Inked {
  readonly shape: SceneShape
  readonly slot: Slot
  readonly look: Look
  readonly detail: Detail
}

export interface Ink {
  readonly color: string
  /** Opacity of the whole. */
  readonly share: number
}

/**
 * Returns the ink of the area. A small shape in a crowd gets a dark ground in place of a casing: wide strokes would
 * hide the image.
 */
export function areaInk({ shape: { color }, slot, look: { fill, opacity = 1 }, detail }: Inked): Ink {
  const isChosen = isSelected(slot)
  if (detail === 'small' && !isChosen) return { color: INK.ground, share: GROUND_SHARE * opacity }
  if (detail === 'small') return { color, share: opacity }
  if (detail === 'speck') return { color: isChosen ? INK.white : color, share: SPECK_SHARE * opacity }
  return { color, share: fill * opacity }
}

/**
 * Returns the ink of the dot for a shape too small for an outline. Overlapping faint dots add up to a strong color.
 */
export function dotInk({ shape: { color }, slot, look: { opacity = 1 }, detail }: Inked, isCrowd: boolean): Ink {
  const isChosen = isSelected(slot)
  if (detail === 'faint') return { color: isChosen ? INK.white : color, share: FAINT_SHARE * opacity }
  return { color, share: isCrowd && !isChosen ? SPECK_SHARE * opacity : opacity }
}

/** Returns the ground around a dot; dots in a crowd have none. */
export function dotGround({ slot, look: { opacity = 1 }, detail }: Inked, isCrowd: boolean): Ink | undefined {
  if (detail === 'faint') return undefined
  if (isSelected(slot)) return { color: INK.white, share: opacity }
  return isCrowd ? undefined : { color: INK.casing, share: opacity }
}

export function isSelected(slot: Slot): boolean {
  return slot === 'selected' || slot === 'selectedFrame'
}
