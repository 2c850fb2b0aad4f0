import { describe, expect, test } from 'vitest'
import { invertAffine, mapPoint, scaling } from '#common/geometry/affine'
import { planFrame } from '#inference/images/image'
import type { Seen } from '#inference/models/kit/predictor'
import { classMap } from '#inference/models/semantic/class-map'
import type { ChannelMaps, MapRules } from '#inference/models/semantic/maps'
import { PREDICT } from '#test/kit/model-host'

const FRAME = { width: 64, height: 48 }

describe.each([
  { width: 213, height: 196 },
  { width: 1, height: 500 },
  { width: 500, height: 1 },
  { width: 16, height: 12 },
])('an image of $width × $height', (size) => {
  test.each(['stretch', 'letterbox', 'pad-end', 'cover'] as const)(
    'has the classes of a softmax worked out pixel by pixel (%s)',
    async (resize) => {
      const maps = someMaps({ channels: 5, spread: 8 })
      const rules = rulesFor(5)
      const seen = seenAs(size, resize)

      const { classes, confidences } = await classMap(maps, rules, seen)

      const expected = pixelByPixel(maps, seen)
      expect(Array.from(classes)).toEqual(expected.map(({ winner }) => winner))
      const differences = expected.map(({ share }, place) => Math.abs(255 * share - (confidences[place] ?? 0)))
      expect(Math.max(...differences)).toBeLessThan(0.52)
    },
  )
})

test('logits beyond every power are chosen by all the same', async () => {
  const maps = someMaps({ channels: 3, spread: 4000 })
  const seen = seenAs({ width: 128, height: 96 }, 'stretch')

  const { classes } = await classMap(maps, rulesFor(3), seen)

  expect(Array.from(classes)).toEqual(pixelByPixel(maps, seen).map(({ winner }) => winner))
})

test('a single channel is sure of itself as far as its logit goes', async () => {
  const maps = someMaps({ channels: 1, spread: 6 })
  const seen = seenAs({ width: 128, height: 96 }, 'stretch')

  const { confidences } = await classMap(maps, { ...rulesFor(1), places: [1] }, seen)

  const expected = pixelByPixel({ ...maps, channels: 2, values: withZeros(maps.values) }, seen)
  const shares = expected.map(({ winner, share }) => (winner === 0 ? share : 1 - share))
  expect(Math.max(...shares.map((share, place) => Math.abs(255 * share - (confidences[place] ?? 0))))).toBeLessThan(
    0.52,
  )
})

test('a large map gives others their turns', async () => {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 1)

  await classMap(someMaps({ channels: 40, spread: 8 }), rulesFor(40), seenAs({ width: 2000, height: 1500 }, 'stretch'))
  clearInterval(ticking)

  expect(turns).toBeGreaterThan(1)
})

interface Some {
  readonly channels: number
  readonly spread: number
}

/** Values that never repeat, the same in every run. */
function someMaps({ channels, spread }: Some): ChannelMaps {
  const [rows, columns] = [12, 16]
  const values = Float32Array.from({ length: channels * rows * columns }, (_, i) => spread * Math.sin(i * i * 0.37 + i))
  return { values, channels, rows, columns, frame: FRAME }
}

function withZeros(values: Float32Array): Float32Array {
  const both = new Float32Array(2 * values.length)
  both.set(values)
  return both
}

function rulesFor(channels: number): MapRules {
  const places = Array.from({ length: channels }, (_, channel) => channel)
  return { places, thresholds: places.map(() => 0), background: 0, isFused: false }
}

function seenAs(size: Seen['size'], resize: 'stretch' | 'letterbox' | 'pad-end' | 'cover'): Seen {
  const { toImage, content } = planFrame(size, { ...FRAME, resize, padding: 0 }, { steps: {}, skip: PREDICT.skip })
  return { toImage, content, size, options: PREDICT }
}

/** The same by the book: every pixel on its own, with as much memory as it takes. */
function pixelByPixel(maps: ChannelMaps, { size, toImage, content }: Seen) {
  const toFrame = invertAffine(toImage) ?? scaling(1, 1)
  return Array.from({ length: size.width * size.height }, (_, place) => {
    const pixel = { x: (place % size.width) + 0.5, y: Math.floor(place / size.width) + 0.5 }
    const { x, y } = mapPoint(toFrame, pixel)
    const isSeen = x >= content.x0 - 1e-6 && x <= content.x1 + 1e-6 && y >= content.y0 - 1e-6 && y <= content.y1 + 1e-6
    if (!isSeen) return { winner: 0, share: 0 }
    const across = between(x / 4, [content.x0 / 4, content.x1 / 4])
    const down = between(y / 4, [content.y0 / 4, content.y1 / 4])
    const logits = Array.from({ length: maps.channels }, (__, channel) => valueAt(maps, channel, { across, down }))
    const largest = Math.max(...logits)
    const share = 1 / logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0)
    return { winner: logits.indexOf(largest), share }
  })
}

interface Between {
  readonly cell: number
  readonly next: number
  readonly share: number
}

function between(cells: number, [start, end]: readonly [number, number]): Between {
  const first = Math.min(Math.round(start), Math.ceil(end) - 1)
  const last = Math.max(first, Math.round(end) - 1)
  const middle = Math.min(last, Math.max(first, cells - 0.5))
  const cell = Math.floor(middle)
  return { cell, next: Math.min(last, cell + 1), share: middle - cell }
}

function valueAt({ values, rows, columns }: ChannelMaps, channel: number, at: { across: Between; down: Between }) {
  const { across, down } = at
  const valueOf = (row: number, column: number) => values[(channel * rows + row) * columns + column] ?? Number.NaN
  const rowOf = (row: number) =>
    valueOf(row, across.cell) * (1 - across.share) + valueOf(row, across.next) * across.share
  return rowOf(down.cell) * (1 - down.share) + rowOf(down.next) * down.share
}
