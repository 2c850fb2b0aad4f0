import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { readLabels } from '#core/exchange/datasets/reading'

const FRAME = { width: 200, height: 100 }

function box(className: string, x0: number, x1: number): ReadAnnotation {
  return { className, kind: 'box', box: { x0, y0: 10, x1, y1: 50 } }
}

const CRATE = box('crate', 20, 80)
const OUTSIDE = box('buoy', 300, 360)
const BESIDE = box('boat', 200, 260)
const THIN = box('mast', 40, 40)
const LINE: ReadAnnotation = { className: 'rope', kind: 'polygon', rings: [[10, 10, 20, 20, 30, 30]] }

async function readOf(...objects: readonly ReadAnnotation[]) {
  const described = {
    name: 'set/bay.jpg',
    source: { path: 'a.json' },
    objects: async () => ({ ok: true as const, value: objects }),
  }
  const read = await readLabels(described, { name: 'set/bay.jpg', frame: FRAME, type: 'object-detection' })
  if (!read.ok) return { reason: sentenceOf(read.error.reason) }
  return { classes: read.value.drafts.map(({ className }) => className), lost: read.value.lost.map(sentenceOf) }
}

test('objects outside the image or without an area are named beside those that are kept', async () => {
  expect(await readOf(CRATE)).toEqual({ classes: ['crate'], lost: [] })
  expect(await readOf(CRATE, OUTSIDE)).toEqual({
    classes: ['crate'],
    lost: ['bay.jpg: 1 object skipped: outside the image (buoy).'],
  })
  expect(await readOf(CRATE, OUTSIDE, BESIDE, OUTSIDE, THIN, LINE)).toEqual({
    classes: ['crate'],
    lost: [
      'bay.jpg: 3 objects skipped: outside the image (buoy, boat).',
      'bay.jpg: 2 objects skipped: no area (mast, rope).',
    ],
  })
})

test('of many classes the first are named', async () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => box(name, 300, 360))

  expect(await readOf(CRATE, ...many)).toMatchObject({
    lost: ['bay.jpg: 5 objects skipped: outside the image (a, b, c, …).'],
  })
})

test('an image without any object left is refused for the reason that is true', async () => {
  expect(await readOf(OUTSIDE)).toMatchObject({
    reason: 'bay.jpg: all objects are outside the image (200 × 100 pixels)',
  })
  expect(await readOf(THIN)).toMatchObject({ reason: 'bay.jpg: none of the objects has an area' })
  expect(await readOf(THIN, OUTSIDE)).toMatchObject({
    reason: 'bay.jpg: all objects are outside the image (200 × 100 pixels) or have no area',
  })
})
