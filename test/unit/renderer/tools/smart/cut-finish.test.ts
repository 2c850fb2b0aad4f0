import { expect, test } from 'vitest'
import { fillRings, maskArea, maskIou } from '#common/geometry/mask'
import { type Rings, signedRingArea } from '#common/geometry/polygon'
import { type CutFinish, finishedRings } from '#renderer/tools/smart/finish'
import { Draw } from '../driver.ts'

const NOTHING: CutFinish = { keepsLargest: false, holesBelow: 0, smooths: false }
const BODY = [0, 0, 100, 0, 100, 80, 0, 80]
const HOLE = [10, 10, 20, 10, 20, 20, 10, 20]
const WINDOW = [40, 20, 80, 20, 80, 60, 40, 60]
const CRUMB = [120, 10, 126, 10, 126, 16, 120, 16]
const SIZE = { width: 140, height: 100 }

const finished = (rings: Rings, finish: Partial<CutFinish>) =>
  finishedRings(rings, { ...NOTHING, ...finish }, undefined)
const areas = (rings: Rings) => rings.map((ring) => Math.abs(signedRingArea(ring)))

test('holes below the limit are filled, larger ones stay', () => {
  expect(areas(finished([BODY, HOLE, WINDOW], { holesBelow: 400 }))).toEqual([8000, 1600])
  expect(finished([BODY, HOLE], {})).toEqual([BODY, HOLE])
})

test('only the largest of several parts stays, with its holes', () => {
  expect(areas(finished([CRUMB, BODY, HOLE], { keepsLargest: true }))).toEqual([8000, 100])
})

test('smoothing moves no corner by more than a pixel', () => {
  const steps = [0, 0, 1, 0, 1, 1, 2, 1, 2, 2, 3, 2, 3, 3, 0, 3]
  const [smooth = []] = finished([steps], { smooths: true })

  const moved = Array.from({ length: steps.length / 2 }, (_, i) =>
    Math.hypot((smooth[2 * i] ?? 0) - (steps[2 * i] ?? 0), (smooth[2 * i + 1] ?? 0) - (steps[2 * i + 1] ?? 0)),
  )
  expect(Math.max(...moved)).toBeGreaterThan(0.3)
  expect(Math.max(...moved)).toBeLessThanOrEqual(1)
})

test('pixels of a neighbour are left out, so that the borders meet', () => {
  const neighbour: Rings = [[60, -10, 160, -10, 160, 90, 60, 90]]
  const rings = finishedRings([BODY], NOTHING, { version: {}, within: () => [neighbour] })

  expect(maskIou(fillRings(rings, SIZE), fillRings([[0, 0, 60, 0, 60, 80, 0, 80]], SIZE))).toBe(1)
})

test('a neighbour beside the result changes nothing, and one that contains it leaves nothing', () => {
  const beside = { version: {}, within: () => [[[100, 0, 130, 0, 130, 80, 100, 80]]] }
  const over = { version: {}, within: () => [[[-5, -5, 200, -5, 200, 200, -5, 200]]] }

  expect(finishedRings([BODY], NOTHING, beside)).toEqual([BODY])
  expect(maskArea(fillRings(finishedRings([BODY], NOTHING, over), SIZE))).toBe(0)
})

test.each([
  ['box', { kind: 'box', box: { x0: 0, y0: 0, x1: 100, y1: 80 } }],
  ['rotated-box', { kind: 'rotated-box', box: { center: { x: 50, y: 40 }, width: 100, height: 80, angle: 0 } }],
  ['mask', { kind: 'mask' }],
] as const)('a cut is kept as a %s', (keepAs, outline) => {
  const draw = new Draw('smart')
  draw.options = { ...draw.options, keepAs }

  draw.click(50, 40).send({ type: 'answer', serial: 1, candidates: [{ extent: 'whole', rings: [BODY], score: 1 }] })

  expect(draw.press('enter').outlines).toMatchObject([outline])
})

test('a result completely covered by a neighbour is not kept', () => {
  const draw = new Draw('smart')
  draw.options = { ...draw.options, neighbours: { version: {}, within: () => [[BODY]] } }

  draw.click(50, 40).send({ type: 'answer', serial: 1, candidates: [{ extent: 'whole', rings: [BODY], score: 1 }] })

  expect(draw.press('enter').commits).toEqual([])
})
