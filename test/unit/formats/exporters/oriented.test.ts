import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipRings } from '#common/geometry/clip'
import { ringsContain } from '#common/geometry/polygon'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { yolov8Obb } from '#formats/exporters/oriented'
import { contentsOf } from '#test/kit/exported-files'
import { CRATE, imageOf, rotatedBoxShape, sourceOf, versionOf } from './kit.ts'

const FRAME = { width: 200, height: 100 }

test('a box that the frame barely cuts is read as the rectangle that was drawn', async () => {
  const drawn = { center: { x: 102.5, y: 7 }, width: 35, height: 10, angle: -10 }

  const [corners = []] = await writtenCorners([drawn])

  for (const box of likelyRectangles(corners)) expect(overlap(box, drawn)).toBeGreaterThan(0.9)
})

test('a box whose corner alone is visible is read in one way', async () => {
  const drawn = { center: { x: 100, y: 112 }, width: 40, height: 30, angle: 40 }

  const [corners = []] = await writtenCorners([drawn])

  const [first, ...others] = likelyRectangles(corners)
  for (const other of others) expect(first && overlap(first, other)).toBeGreaterThan(0.99)
})

/** Hundredths: numbers of any size would mostly be tiny ones. */
const between = (min: number, max: number) => fc.integer({ min: 100 * min, max: 100 * max }).map((value) => value / 100)

const anyBox = fc.record({
  center: fc.record({ x: between(0, FRAME.width), y: between(0, FRAME.height) }),
  width: between(8, 70),
  height: between(6, 40),
  angle: between(-90, 90),
})

test('whichever nearly smallest rectangle a reader finds around a cut box, it is about the smallest around its visible part', async () => {
  const boxes = fc.array(anyBox.filter(isCut), { minLength: 20, maxLength: 20 })

  await fc.assert(
    fc.asyncProperty(boxes, async (drawn) => {
      const written = await writtenCorners(drawn)

      expect(written).toHaveLength(drawn.length)
      const shares = drawn.map((box, place) => worstShare(written[place] ?? [], box))
      expect(Math.min(...shares)).toBeGreaterThan(0.5)
      expect(shares.toSorted((a, b) => a - b)[shares.length / 2]).toBeGreaterThan(0.9)
    }),
    { numRuns: 15 },
  )
})

function isCut(box: RotatedBox): boolean {
  const isOut = rotatedBoxRing(box).some((value, i) => value < 0 || value > (i % 2 === 0 ? FRAME.width : FRAME.height))
  const visible = rectanglesAround(clipRings([rotatedBoxRing(box)], FRAME).flat())
  return isOut && visible.some(({ width, height }) => width > 2 && height > 2)
}

/** The corners of each object in pixels, as a program that computes with 32 bits holds them. */
async function writtenCorners(boxes: readonly RotatedBox[]): Promise<readonly (readonly number[])[]> {
  const shapes = boxes.map((box) => rotatedBoxShape(CRATE, box))
  const version = versionOf({ projectType: 'object-detection' })
  const contents = await contentsOf(yolov8Obb.files(sourceOf(version, [{ ...imageOf({ shapes }), ...FRAME }])))
  const [, text] = Object.entries(contents).find(([path]) => path.includes('/labels/')) ?? []
  const lines = Buffer.from(text ?? '')
    .toString()
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [, ...shares] = line.split(' ').map(Number)
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    return shares.map((share, i) => Math.fround(Math.fround(share) * (i % 2 === 0 ? FRAME.width : FRAME.height)))
  })
}

/** The worst that a reader may find, against that rectangle around the visible part which it tells best. */
function worstShare(corners: readonly number[], box: RotatedBox): number {
  const visible = smallestOf(rectanglesAround(clipRings([rotatedBoxRing(box)], FRAME).flat()), 0.11)
  const found = likelyRectangles(corners)
  return Math.max(...visible.map((wanted) => Math.min(...found.map((read) => overlap(read, wanted)))))
}

/** The rectangles that a reader that rounds may take for the smallest. */
function likelyRectangles(corners: readonly number[]): readonly RotatedBox[] {
  return smallestOf(rectanglesAround(corners), 0.01)
}

function smallestOf(boxes: readonly RotatedBox[], excess: number): readonly RotatedBox[] {
  const areas = boxes.map(({ width, height }) => width * height)
  return boxes.filter((_, i) => (areas[i] ?? Infinity) <= (1 + excess) * Math.min(...areas))
}

/** A rectangle with a side along each line between two corners that leaves all others on one of its sides, in 32 bits. */
function rectanglesAround(flat: readonly number[]): readonly RotatedBox[] {
  const points = flat.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: flat[i + 1] ?? 0 }] : []))
  return points.flatMap((from) =>
    points.flatMap((to) => {
      const length = Math.fround(Math.hypot(to.x - from.x, to.y - from.y))
      if (length < 0.01) return []
      const [cos, sin] = [Math.fround((to.x - from.x) / length), Math.fround((to.y - from.y) / length)]
      const along = points.map(({ x, y }) => Math.fround(Math.fround(x * cos) + Math.fround(y * sin)))
      const across = points.map(({ x, y }) => Math.fround(Math.fround(y * cos) - Math.fround(x * sin)))
      const edge = Math.fround(Math.fround(from.y * cos) - Math.fround(from.x * sin))
      return across.some((value) => value < edge - 0.01) ? [] : [rectangleOn({ cos, sin }, along, across)]
    }),
  )
}

function rectangleOn(
  { cos, sin }: { readonly cos: number; readonly sin: number },
  along: readonly number[],
  across: readonly number[],
): RotatedBox {
  const [left, right, top, bottom] = [Math.min(...along), Math.max(...along), Math.min(...across), Math.max(...across)]
  const [middle, depth] = [(left + right) / 2, (top + bottom) / 2]
  return {
    center: { x: middle * cos - depth * sin, y: middle * sin + depth * cos },
    width: right - left,
    height: bottom - top,
    angle: (Math.atan2(sin, cos) * 180) / Math.PI,
  }
}

const STEPS = 40

/** Shared area by joint area, of points on a grid over the second. */
function overlap(one: RotatedBox, other: RotatedBox): number {
  const ring = rotatedBoxRing(one)
  const [cos, sin] = [Math.cos((other.angle * Math.PI) / 180), Math.sin((other.angle * Math.PI) / 180)]
  const inside = Array.from({ length: STEPS * STEPS }, (_, i) => {
    const along = (((i % STEPS) + 0.5) / STEPS - 0.5) * other.width
    const across = ((Math.floor(i / STEPS) + 0.5) / STEPS - 0.5) * other.height
    const point = { x: other.center.x + along * cos - across * sin, y: other.center.y + along * sin + across * cos }
    return ringsContain([ring], point)
  })
  const [area, otherArea] = [one.width * one.height, other.width * other.height]
  const shared = (inside.filter(Boolean).length / inside.length) * otherArea
  return shared / (area + otherArea - shared)
}
