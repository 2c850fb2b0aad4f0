import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differingBounds, emptyBits, hasPixel, setPixels } from '#common/geometry/masks/mask-tile'
import { extentOfRuns, isTileRuns, readTileRuns, TILE, TILE_PIXELS } from '#common/geometry/masks/tile-runs'
import { runLengthsFromText, runLengthsToText } from '#common/geometry/rle'

/** Runs that fill a tile: places where they change, in order. */
const tiles = fc
  .uniqueArray(fc.integer({ min: 1, max: TILE_PIXELS - 1 }), { maxLength: 60 })
  .map((places) => [0, ...places.toSorted((a, b) => a - b), TILE_PIXELS])
  .map((places) => places.slice(1).map((place, i) => place - (places[i] ?? 0)))

test('runs of a tile are read as those of any mask are', () => {
  fc.assert(
    fc.property(tiles, (counts) => {
      const text = runLengthsToText(counts)

      expect(Array.from(readTileRuns(text) ?? [])).toEqual(counts)
      expect(isTileRuns(text)).toBe(counts.length > 1)
    }),
  )
})

test('a text from outside is read as that of any mask, or refused', () => {
  const code = Array.from({ length: 66 }, (_, i) => String.fromCharCode(47 + i))
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...code)).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(fc.oneof(texts, tiles.map(runLengthsToText), fc.tuple(tiles, texts).map(spoilt)), (text) => {
      const known = runLengthsFromText(text)
      const isTile = known.ok && known.value.reduce((sum, count) => sum + count, 0) === TILE_PIXELS

      expect(readTileRuns(text)).toEqual(isTile ? Int32Array.from(known.value) : undefined)
    }),
  )
})

test('how far the pixels of a tile reach is what its pixels say', () => {
  fc.assert(
    fc.property(tiles, (counts) => {
      const bits = bitsOf(counts)

      const { area, bounds } = extentOfRuns(counts)
      expect({ area, bounds }).toEqual(measured((x, y) => hasPixel(bits, x, y)))
    }),
    { numRuns: 20 },
  )
})

test('where two tiles differ is the box around the pixels that only one of them has', () => {
  fc.assert(
    fc.property(tiles, tiles, (a, b) => {
      const [one, other] = [bitsOf(a), bitsOf(b)]
      const { area, bounds } = measured((x, y) => hasPixel(one, x, y) !== hasPixel(other, x, y))

      expect(differingBounds(one, other)).toEqual(area === 0 ? undefined : bounds)
    }),
    { numRuns: 20 },
  )
})

function spoilt([counts, more]: [readonly number[], string]): string {
  return runLengthsToText(counts) + more
}

function bitsOf(counts: readonly number[]) {
  const bits = emptyBits()
  counts.reduce((start, count, i) => {
    if (i % 2 === 1) setPixels(bits, start, start + count)
    return start + count
  }, 0)
  return bits
}

/** Looks at every pixel. */
function measured(isSet: (x: number, y: number) => boolean) {
  const places = Array.from({ length: TILE_PIXELS }, (_, i) => [i % TILE, Math.floor(i / TILE)] as const)
  const set = places.filter(([x, y]) => isSet(x, y))
  if (set.length === 0) return { area: 0, bounds: { x0: 0, y0: 0, x1: 0, y1: 0 } }
  const [xs, ys] = [set.map(([x]) => x), set.map(([, y]) => y)]
  const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b))
  const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b))
  return { area: set.length, bounds: { x0: least(xs), y0: least(ys), x1: most(xs) + 1, y1: most(ys) + 1 } }
}
