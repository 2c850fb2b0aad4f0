import { type Refusal, refuse } from '#common/errors'
import type { Box } from '#common/geometry/box'
import type { Ring } from '#common/geometry/polygon'
import { ok, type Result } from '#common/result'

/** An annotation file that is not understood; the sentence names the place. */
export function unreadable(sentence: string) {
  return refuse('annotation-unreadable', sentence)
}

/** Reads items in order until the first that is refused. */
export function readEach<Item, Value>(
  items: readonly Item[],
  read: (item: Item, index: number) => Result<Value, Refusal>,
): Result<Value[], Refusal> {
  const values: Value[] = []
  for (const [index, item] of items.entries()) {
    const value = read(item, index)
    if (!value.ok) return value
    values.push(value.value)
  }
  return ok(values)
}

/** A closed outline from a flat list of x, y pairs; a last point that repeats the first is dropped. */
export function readRing(flat: readonly number[], place: string): Result<Ring, Refusal> {
  if (flat.length % 2 !== 0) return unreadable(`${place} has ${flat.length} coordinates, which are not pairs`)
  const isClosed = flat.length > 2 && flat[0] === flat.at(-2) && flat[1] === flat.at(-1)
  const ring = isClosed ? flat.slice(0, -2) : flat
  if (ring.length >= 6) return ok(ring)
  return unreadable(`${place} is a polygon of ${points(ring.length / 2)}; it needs at least three`)
}

/** A box around a centre, in the units of its sides. */
export function boxAround(centre: { x: number; y: number }, size: { width: number; height: number }): Box {
  const [halfWidth, halfHeight] = [size.width / 2, size.height / 2]
  return {
    x0: centre.x - halfWidth,
    y0: centre.y - halfHeight,
    x1: centre.x + halfWidth,
    y1: centre.y + halfHeight,
  }
}

function points(count: number): string {
  return count === 1 ? 'one point' : `${count} points`
}

/** Names as files spell them; one that is missing stands for any object. */
export function className(raw: string): string {
  return raw.trim() === '' ? 'object' : raw
}

/** Text of a caller inside a sentence. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
