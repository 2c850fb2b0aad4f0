import { expect, test } from 'vitest'
import { boxBetween } from '#common/geometry/box'
import { ringsBounds } from '#common/geometry/polygon'
import { imagePoint } from '#common/geometry/space'
import type { SegmentAnswer, SegmentPrompt } from '#core/annotation/predictions/ports'
import { click, cutOut, fileOf, painted } from './scenes.ts'

const THING = { x0: 701, y0: 603, x1: 1206, y1: 1308 }
const THINGS = '<rect x="701" y="603" width="505" height="705" fill="#e08a20"/>'

test.each([
  [2130, 1960],
  [2145, 1960],
  [1999, 1501],
])('in an image of %i × %i the outline lies on the thing to the pixel', async (width, height) => {
  const image = await fileOf(await painted({ width, height, ground: '#3a6ea5', things: THINGS }), { width, height })
  const prompts: SegmentPrompt[] = [
    { points: [click(900, 900)] },
    { points: [], box: boxBetween(imagePoint(640, 560), imagePoint(1250, 1350)) },
  ]

  const bounds = await Promise.all(prompts.map(async (prompt) => boundsOf(await cutOut(image, prompt))))

  expect(bounds).toEqual([THING, THING])
})

test('a click far outside the frame counts as one on its border', async () => {
  const size = { width: 400, height: 300 }
  const corner = '<rect x="310" y="210" width="90" height="90" fill="#e08a20"/>'
  const image = await fileOf(await painted({ ...size, ground: '#3a6ea5', things: corner }), size)

  const answer = await cutOut(image, { points: [click(9000, 9000)] })

  expect(boundsOf(answer)).toEqual({ x0: 310, y0: 210, x1: 400, y1: 300 })
})

test('an object at the border is selected up to the border', async () => {
  const size = { width: 401, height: 299 }
  const things = '<circle cx="0" cy="150" r="80" fill="#e08a20"/>'
  const image = await fileOf(await painted({ ...size, ground: '#3a6ea5', things }), size)

  const { x0, y0, x1, y1 } = boundsOf(await cutOut(image, { points: [click(0, 150)] }))

  expect([x0, ...[y0 - 70, x1 - 80, y1 - 230].map((off) => Math.abs(off) <= 1)]).toEqual([0, true, true, true])
})

test('outlines are in pixels of the declared image size', async () => {
  const size = { width: 800, height: 600 }
  const things = '<rect x="200" y="150" width="300" height="240" fill="#e08a20"/>'
  const image = await fileOf(await painted({ ...size, ground: '#3a6ea5', things }), { width: 1600, height: 1200 })

  expect(boundsOf(await cutOut(image, { points: [click(700, 500)] }))).toEqual({ x0: 400, y0: 300, x1: 1000, y1: 780 })
})

test.each([
  [1, 1],
  [1, 5000],
  [5000, 1],
  [2, 3],
  [7, 7],
])('an image of %i × %i is cut without failing', async (width, height) => {
  const things = `<rect y="${Math.floor(height / 3)}" width="${width}" height="${Math.ceil(height / 3)}" fill="#e08a20"/>`
  const image = await fileOf(await painted({ width, height, ground: '#3a6ea5', things }), { width, height })
  const prompts = [
    { points: [click(width / 2, height / 2)] },
    { points: [], box: { x0: 0, y0: 0, x1: width, y1: height } },
  ]

  const answers = await Promise.all(prompts.map((prompt) => cutOut(image, prompt)))

  for (const answer of answers) {
    const rings = answer.kind === 'found' ? answer.candidates.flatMap((candidate) => candidate.rings) : []
    expect(rings.every((ring) => ring.length >= 6 && isInside(ring, { width, height }))).toBe(true)
  }
})

function boundsOf(answer: SegmentAnswer) {
  return ringsBounds(answer.kind === 'found' ? (answer.candidates[0]?.rings ?? []) : [])
}

function isInside(ring: readonly number[], { width, height }: { width: number; height: number }): boolean {
  return ring.every((value, i) => value >= 0 && value <= (i % 2 === 0 ? width : height))
}
