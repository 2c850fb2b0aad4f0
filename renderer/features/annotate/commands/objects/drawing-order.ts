import type { Change } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'

/** One place up or down, or above or below all others. */
export type OrderStep = 'forward' | 'backward' | 'front' | 'back'

/** The changes that move shapes in drawing order, which is that of `shapes`; those in hand keep their order among each other. */
export function orderChanges(shapes: readonly Shape[], ids: ReadonlySet<ShapeId>, step: OrderStep): readonly Change[] {
  if (step === 'front' || step === 'back') return farChanges(shapes, ids, step)
  const places = placesOf(shapes)
  return movedOrder(shapes, ids, step).flatMap((before, place) => {
    const z = places[place] ?? place
    return z === before.z ? [] : [{ before, after: { ...before, z } }]
  })
}

/** The places that there are; where two are the same, all are counted again. */
function placesOf(shapes: readonly Shape[]): readonly number[] {
  const isClear = shapes.every(({ z }, place) => z > (shapes[place - 1]?.z ?? -Infinity))
  return shapes.map(({ z }, place) => (isClear ? z : place + 1))
}

/** Nothing changes where they are there already. */
function farChanges(shapes: readonly Shape[], ids: ReadonlySet<ShapeId>, step: 'front' | 'back'): readonly Change[] {
  const inHand = shapes.filter(({ id }) => ids.has(id))
  const edge = step === 'front' ? shapes.slice(-inHand.length) : shapes.slice(0, inHand.length)
  if (edge.every(({ id }) => ids.has(id))) return []
  const start = step === 'front' ? (shapes.at(-1)?.z ?? 0) + 1 : (shapes[0]?.z ?? 0) - inHand.length
  return inHand.map((before, place) => ({ before, after: { ...before, z: start + place } }))
}

function movedOrder(
  shapes: readonly Shape[],
  ids: ReadonlySet<ShapeId>,
  step: 'forward' | 'backward',
): readonly Shape[] {
  const order = step === 'backward' ? shapes.slice() : shapes.toReversed()
  for (let place = 1; place < order.length; place++) {
    const [ahead, here] = [order[place - 1], order[place]]
    if (!ahead || !here || !ids.has(here.id) || ids.has(ahead.id)) continue
    order[place - 1] = here
    order[place] = ahead
  }
  return step === 'backward' ? order : order.reverse()
}
