import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imagePoint, toImage, toView, type Viewport, viewPoint } from '#common/geometry/space'
import {
  fitViewport,
  keepInSight,
  MAX_SCALE,
  MIN_SCALE,
  panBy,
  revealBox,
  visibleBox,
  zoomAt,
  zoomTo,
} from '#renderer/canvas/viewport'

const view = { width: 1108, height: 716 }
const size = fc.record({ width: fc.integer({ min: 1, max: 30_000 }), height: fc.integer({ min: 1, max: 30_000 }) })
const viewport: fc.Arbitrary<Viewport> = fc.record({
  scale: fc.double({ min: MIN_SCALE, max: MAX_SCALE, noNaN: true }),
  offsetX: fc.double({ min: -50_000, max: 50_000, noNaN: true }),
  offsetY: fc.double({ min: -50_000, max: 50_000, noNaN: true }),
})
const place = fc.record({ x: fc.integer({ min: 0, max: 1108 }), y: fc.integer({ min: 0, max: 716 }) })

test('the image point under the pointer stays under it while zooming', () => {
  fc.assert(
    fc.property(viewport, place, fc.double({ min: 0.2, max: 5, noNaN: true }), (before, { x, y }, factor) => {
      const pointer = viewPoint(x, y)
      const after = zoomAt(before, pointer, factor)
      const shown = toView(toImage(pointer, before), after)
      expect(shown.x).toBeCloseTo(pointer.x, 3)
      expect(shown.y).toBeCloseTo(pointer.y, 3)
    }),
  )
})

test('the zoom never leaves 2 % to 6,400 %', () => {
  fc.assert(
    fc.property(viewport, place, fc.double({ min: 0.0001, max: 10_000, noNaN: true }), (before, { x, y }, factor) => {
      const { scale } = zoomAt(before, viewPoint(x, y), factor)
      expect(scale).toBeGreaterThanOrEqual(MIN_SCALE)
      expect(scale).toBeLessThanOrEqual(MAX_SCALE)
    }),
  )
})

test('a fitted image is centred in the view with its margin', () => {
  fc.assert(
    fc.property(size, (image) => {
      const fitted = fitViewport(image, view, 10)
      const shown = { width: image.width * fitted.scale, height: image.height * fitted.scale }
      expect(fitted.offsetX + shown.width / 2).toBeCloseTo(view.width / 2, 6)
      expect(fitted.offsetY + shown.height / 2).toBeCloseTo(view.height / 2, 6)
      const isWhole = shown.width <= view.width - 20 + 1e-6 && shown.height <= view.height - 20 + 1e-6
      expect(isWhole || fitted.scale === MIN_SCALE).toBe(true)
    }),
  )
})

test('an image cannot be panned out of the view', () => {
  fc.assert(
    fc.property(viewport, size, (pushed, image) => {
      const kept = keepInSight(pushed, image, view)
      const shown = visibleBox(kept, view)
      expect(shown.x1).toBeGreaterThan(0)
      expect(shown.y1).toBeGreaterThan(0)
      expect(shown.x0).toBeLessThan(image.width)
      expect(shown.y0).toBeLessThan(image.height)
    }),
  )
})

test('a visible image is not scrolled', () => {
  const there = fitViewport({ width: 1120, height: 747 }, view, 10)

  expect(keepInSight(there, { width: 1120, height: 747 }, view)).toEqual(there)
})

test('panning moves the image with the hand', () => {
  const point = imagePoint(100, 50)
  const before = { scale: 2, offsetX: 5, offsetY: 7 }

  expect(toView(point, panBy(before, 30, -10))).toEqual(viewPoint(235, 97))
})

test('100 % shows one image pixel per view pixel, centred', () => {
  const after = zoomTo({ scale: 0.5, offsetX: 0, offsetY: 0 }, 1, view)

  expect(after).toEqual({ scale: 1, offsetX: -554, offsetY: -358 })
})

test('an invisible shape is centred, a visible one moves nothing', () => {
  const before = { scale: 4, offsetX: 0, offsetY: 0 }

  expect(revealBox(before, { x0: 10, y0: 10, x1: 60, y1: 60 }, view)).toBe(before)
  expect(visibleBox(revealBox(before, { x0: 900, y0: 900, x1: 950, y1: 950 }, view), view)).toMatchObject({
    x0: 925 - 1108 / 8,
    y0: 925 - 716 / 8,
  })
})
