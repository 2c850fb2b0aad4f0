import { expect, test } from 'vitest'
import { boxRing } from '#common/geometry/box'
import { maskOfSpans } from '#common/geometry/mask-spans'
import { type MaskTiles, uniteMasks } from '#common/geometry/masks/mask-tiles'
import { buildScene } from '#renderer/canvas/scene'
import { isOnlyMoved, repaintOf } from '#renderer/canvas/soft/repaint'
import { BARE_VIEW, shapeOf } from '#test/kit/canvas/scenes'

const square = (name: string, x: number) => shapeOf(name, [boxRing({ x0: x, y0: 0, x1: x + 10, y1: 10 })])
const shapes = Array.from({ length: 200 }, (_, i) => square(`shape${i}`, i * 20))
const view = { ...BARE_VIEW, viewport: { scale: 2, offsetX: 0, offsetY: 0 }, scene: buildScene(shapes) }

test('a moved shape repaints only its old and new positions', () => {
  const after = { ...view, scene: buildScene(shapes.with(3, square('shape3', 65))) }

  expect(repaintOf(view, after)).toEqual({ x0: 56, y0: -4, x1: 79, y1: 14 })
})

test('picking up a shape clears its place, and repaints nothing else', () => {
  const [first] = shapes
  const after = { ...view, omitted: new Set(first ? [first.id] : []) }

  expect(repaintOf(view, after)).toEqual({ x0: -4, y0: -4, x1: 14, y1: 14 })
})

test('a locked shape is repainted, because it is fainter', () => {
  const locked = shapes.map((shape, place) => (place === 3 ? { ...shape, isLocked: true } : shape))

  expect(repaintOf(view, { ...view, scene: buildScene(locked) })).toEqual({ x0: 56, y0: -4, x1: 74, y1: 14 })
})

test('changing a held shape repaints nothing below it', () => {
  const omitted = new Set(shapes.slice(0, 1).map(({ id }) => id))
  const after = { ...view, omitted, scene: buildScene(shapes.with(0, square('shape0', 5))) }

  expect(repaintOf({ ...view, omitted }, after)).toBe('nothing')
  expect(repaintOf({ ...view, omitted }, { ...after, omitted: view.omitted })).toMatchObject({ x0: -4, x1: 19 })
})

test('other ids repaint nothing; another look or very many changes repaint everything', () => {
  const renamed = { ...view, scene: buildScene(shapes.map((shape) => ({ ...shape, name: 'other' }))) }
  const recoloured = { ...view, scene: buildScene(shapes.map((shape) => ({ ...shape, color: '#000000' }))) }

  expect(repaintOf(view, renamed)).toBe('nothing')
  expect(repaintOf(view, recoloured)).toBe('all')
  expect(repaintOf(view, { ...view, look: 'beside' })).toBe('all')
})

test('a drawing can be moved as long as only the viewport changes', () => {
  const panned = { ...view, viewport: { ...view.viewport, offsetX: 30 } }

  expect(isOnlyMoved(view, panned)).toBe(true)
  expect(isOnlyMoved(view, { ...panned, scene: buildScene(shapes.slice(1)) })).toBe(false)
  expect(isOnlyMoved(view, view)).toBe(false)
})

test('painting on a mask repaints only its changes, locking it repaints all', () => {
  const frame = { width: 4000, height: 600 }
  const wide = maskOfSpans([{ y: 10, x0: 0, x1: 2000 }], frame)
  const dab = maskOfSpans([{ y: 300, x0: 600, x1: 620 }], frame)
  const [bare] = shapes
  if (!bare) throw new Error('There are shapes')
  const mask = { ...bare, kind: 'mask', rings: [], bounds: { x0: 0, y0: 10, x1: 2000, y1: 11 }, mask: wide } as const
  const before = { ...view, scene: buildScene([mask]) }
  const beside = maskOfSpans([{ y: 20, x0: 1030, x1: 1100 }], frame)
  const repaintWith = (more: MaskTiles) => {
    const after = { ...view, scene: buildScene([{ ...mask, mask: uniteMasks(wide, more) }]) }
    return repaintOf(before, after)
  }

  const locked = { ...view, scene: buildScene([{ ...mask, isLocked: true }]) }

  expect(repaintWith(dab)).toEqual({ x0: 596, y0: 296, x1: 624, y1: 305 })
  expect(repaintWith(beside)).toEqual({ x0: 1026, y0: 16, x1: 1104, y1: 25 })
  expect(repaintWith(wide)).toBe('nothing')
  expect(repaintOf(before, locked)).toEqual({ x0: -4, y0: 6, x1: 2004, y1: 15 })
})
