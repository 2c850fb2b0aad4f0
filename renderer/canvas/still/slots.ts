import { LOOKS, type Look } from '../looks.ts'
import type { SceneShape } from '../scene.ts'
import type { StillLook, StillView } from './renderer.ts'

/** The looks that shapes of one layer can have. A hidden shape has none. */
export const SLOTS = ['plain', 'frame', 'mask', 'carried', 'locked', 'selected', 'selectedFrame'] as const
export type Slot = (typeof SLOTS)[number]

export type SlotLooks = { readonly [Each in Slot]: Look }

const MARKED = { carried: LOOKS.carried, locked: LOOKS.locked }
const SELECTED = { selected: LOOKS.selected, selectedFrame: LOOKS.selectedFrame }

/** The looks of each layer's slots. The box around keypoints is an unobtrusive frame. */
export const LAYER_LOOKS: { readonly [Each in StillLook | 'proposal']: SlotLooks } = {
  rest: { plain: LOOKS.rest, frame: framed(LOOKS.rest), mask: LOOKS.mask, ...MARKED, ...SELECTED },
  beside: { plain: LOOKS.beside, frame: framed(LOOKS.beside), mask: LOOKS.besideMask, ...MARKED, ...SELECTED },
  faint: { plain: LOOKS.faint, frame: LOOKS.faint, mask: LOOKS.faint, ...MARKED, ...SELECTED },
  proposal: { plain: LOOKS.proposal, frame: framed(LOOKS.proposal), mask: LOOKS.proposal, ...MARKED, ...SELECTED },
}

function framed(look: Look): Look {
  return { ...look, stroke: 1, casing: 2.5, fill: look.fill / 3 }
}

export type Chosen = Pick<StillView, 'omitted' | 'selected'>

/** Returns the slot of a shape; undefined when it is not drawn. */
export function slotOf(shape: SceneShape, { omitted, selected }: Chosen): Slot | undefined {
  const { id, kind, skeleton, isCarried, isLocked } = shape
  if (omitted.has(id)) return undefined
  if (selected.has(id)) return skeleton ? 'selectedFrame' : 'selected'
  if (isLocked) return 'locked'
  if (isCarried) return 'carried'
  if (kind === 'mask') return 'mask'
  return skeleton ? 'frame' : 'plain'
}
