import { expect, test } from 'vitest'
import { imagePoint } from '#common/geometry/space'
import type { TilePlace, TilePyramid } from '#common/geometry/tiles'
import { type LayeredImage, layeredParts, sameParts } from '#renderer/canvas/tiles/layered-parts'
import { windowWithin } from '#renderer/canvas/tiles/sample-window'
import { levelFor, placeKey, type Sight, wantedTiles } from '#renderer/canvas/tiles/wanted-tiles'

const SLIDE: TilePyramid = { stored: { width: 20_000, height: 15_000 }, orientation: 1, levels: 7 }

const BITMAP = { width: 1, height: 1, close: () => undefined }

/** Returns a view of 1000 × 800 pixels with the image point at its top left. */
function sight(scale: number, left: number, top: number): Sight {
  const viewport = { scale, offsetX: -left * scale, offsetY: -top * scale }
  const focus = imagePoint(left + 500 / scale, top + 400 / scale)
  return { viewport, view: { width: 1000, height: 800 }, density: 1, focus }
}

test('the level is the coarsest with a pixel for every device pixel', () => {
  expect([8, 1, 0.51, 0.5, 0.3, 0.01].map((scale) => levelFor(SLIDE, scale))).toEqual([0, 0, 0, 1, 1, 6])
})

test('no tiles are needed while the screen size has enough pixels', () => {
  expect(wantedTiles(SLIDE, sight(0.1, 0, 0), 2048)).toEqual({ inView: [], around: [] })
})

test('visible tiles are ordered from the focus outward, then one ring around them', () => {
  const { inView, around } = wantedTiles(SLIDE, sight(1, 5000, 4000), 2048)

  expect(inView).toHaveLength(3 * 3)
  expect(inView[0]).toEqual({ level: 0, column: 10, row: 8 })
  expect(around).toHaveLength(5 * 5 - 3 * 3)
  expect(new Set([...inView, ...around].map(placeKey)).size).toBe(25)
})

test('there is no tile beyond the edge of the image', () => {
  const { inView, around } = wantedTiles(SLIDE, sight(0.5, 19_000, 14_000), 2048)

  expect([...inView, ...around].every(({ column, row }) => column <= 19 && row <= 14)).toBe(true)
})

const frame = { width: 20_000, height: 15_000 }
const urlOf = (place: TilePlace) => placeKey(place)
const inView: readonly TilePlace[] = [
  { level: 0, column: 0, row: 0 },
  { level: 0, column: 1, row: 0 },
]
const image: LayeredImage = {
  frame,
  wholes: ['thumb', 'screen'],
  tiles: { pyramid: SLIDE, inView, box: { x0: 0, y0: 0, x1: 900, y1: 400 }, urlOf },
}

function shown(...there: readonly string[]): readonly string[] {
  return layeredParts(image, (url) => (there.includes(url) ? BITMAP : undefined)).map(({ key }) => key)
}

test('the finest loaded whole image is the bottom layer', () => {
  expect(shown()).toEqual([])
  expect(shown('thumb')).toEqual(['thumb'])
  expect(shown('thumb', 'screen')).toEqual(['screen'])
})

test('coarser tiles stand in for missing ones only', () => {
  expect(shown('screen', '0/0/0', '1/0/0', '2/0/0')).toEqual(['screen', '2/0/0', '1/0/0', '0/0/0'])
  expect(shown('screen', '0/0/0', '0/1/0', '1/0/0')).toEqual(['screen', '0/0/0', '0/1/0'])
})

test('equal pixels give the same list object', () => {
  const parts = () => layeredParts(image, (url) => (url === 'screen' ? BITMAP : undefined))
  const first = parts()

  expect(sameParts(first, parts())).toBe(first)
  expect(sameParts(first, [])).toEqual([])
})

test('a dragged window is applied to the loaded pixels', () => {
  expect(windowWithin({ from: 0, to: 4000 }, { from: 1000, to: 3000 })).toEqual({ from: 0.25, to: 0.75 })
  expect(windowWithin({ from: 1000, to: 3000 }, { from: 0, to: 4000 })).toEqual({ from: -0.5, to: 1.5 })
  expect(windowWithin({ from: 5, to: 9 }, { from: 5, to: 9 })).toBeUndefined()
})
