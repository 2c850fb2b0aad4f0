import { describe, expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'
import { ClassId, ShapeId } from '#common/ids'
import type { Augmentation } from '#common/versions/augmentation'
import type { Preprocessing, Tile } from '#common/versions/preprocessing'
import { tileSpans } from '#common/versions/tiles'
import { layOut, type OutlinedSource } from '#core/versions/layout'
import { boundsOf } from '#test/kit/placed'
import { nullRank, type Random } from '#transforms/random'
import { planAugmentation, planFirst, planParts, stageAfter } from '#transforms/recipe'

/** The worked examples of the reference: an image of 200 × 100 with a box and a polygon. */
const FRAME = { width: 200, height: 100 }
const common = { classId: ClassId.parse('classAAAA'), z: 0, origin: 'hand' as const }
const A1: Shape = { ...common, id: ShapeId.parse('shapeAAA1'), kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const A2: Shape = {
  ...common,
  id: ShapeId.parse('shapeAAA2'),
  kind: 'polygon',
  rings: [[100, 20, 140, 20, 140, 60, 100, 60]],
}

describe('static-crop', () => {
  test.each([
    [window(25, 75, 10, 90), { width: 100, height: 80 }, [0, 0, 30, 40], [50, 10, 90, 50]],
    [window(0, 100, 0, 100), FRAME, [20, 10, 80, 50], [100, 20, 140, 60]],
    [window(55, 100, 0, 29.9), { width: 90, height: 29 }, undefined, [0, 20, 30, 29]],
    [window(99.9, 100, 99.9, 100), { width: 1, height: 1 }, undefined, undefined],
  ])('%j leaves the documented frame and labels', (crop, frame, box, polygon) => {
    const end = preprocessed({ 'auto-orient': true, 'static-crop': crop }, [A1, A2])

    expect(end.frame).toEqual(frame)
    expect(end.shapes.map(corners)).toEqual([box, polygon].filter((each) => each !== undefined))
  })
})

describe('tile', () => {
  test('2 × 2 cuts the image into quarters and the polygon into two', () => {
    const parts = tiles({ rows: 2, columns: 2 })

    expect(parts.map(({ part, cut }) => [part, cut.frame, cut.shapes.map(corners)])).toEqual([
      [0, { width: 100, height: 50 }, [[20, 10, 80, 50]]],
      [1, { width: 100, height: 50 }, [[0, 20, 40, 50]]],
      [2, { width: 100, height: 50 }, []],
      [3, { width: 100, height: 50 }, [[0, 0, 40, 10]]],
    ])
  })

  test.each<[string, Tile, readonly number[], readonly number[]]>([
    ['128 × 128 with a quarter overlap', sized(128, 128, 0.25), [0, 96], [0]],
    ['the same in percent', sized(128, 128, 25), [0, 96], [0]],
    ['64 × 50 without overlap', sized(64, 50, 0), [0, 64, 128, 192], [0, 50]],
    ['64 × 50, the last moved back', { ...sized(64, 50, 0), padding: 'none' }, [0, 64, 128, 136], [0, 50]],
    ['500 × 500', sized(500, 500, 0.5), [0], [0]],
    ['2:1 across the width', aspect(2, 'width'), [0], [0]],
    ['8:1 across the width', aspect(8, 'width'), [0], [0, 25, 50, 75]],
    ['1:2 along the height', aspect(0.5, 'height'), [0, 50, 100, 150], [0]],
  ])('%s begins where the reference says', (_, tile, columns, rows) => {
    const spans = tileSpans(tile, FRAME)

    expect(spans.columns.map(({ start }) => start)).toEqual(columns)
    expect(spans.rows.map(({ start }) => start)).toEqual(rows)
  })

  test('rows and columns cover the image exactly, with rounded edges', () => {
    const { rows, columns } = tileSpans({ rows: 3, columns: 7 }, FRAME)

    expect(rows.map(({ start, end }) => [start, end])).toEqual([
      [0, 33],
      [33, 67],
      [67, 100],
    ])
    expect(columns.map(({ start }) => start)).toEqual([0, 29, 57, 86, 114, 143, 171])
  })

  test('a tile that reaches beyond the image is as large as the others', () => {
    const [first, last] = tiles(sized(128, 128, 0.25))

    expect([first?.cut.frame, last?.cut.frame]).toEqual([
      { width: 128, height: 128 },
      { width: 128, height: 128 },
    ])
    expect(last?.cut.shapes.map(corners)).toEqual([[4, 20, 44, 60]])
  })
})

describe('filter-null', () => {
  test.each([
    [60, 40, 80, 15],
    [60, 40, 0, 40],
    [60, 40, 100, 0],
    [60, 40, 50, 40],
    [1, 10, 34, 1],
    [0, 7, 50, 0],
  ])('of %i labelled and %i other images at %i percent keeps %i of the others', (labelled, others, percent, kept) => {
    const { counts, partsOf } = layOut(outlined(labelled, others), recipe({ 'filter-null': { percent } }))

    expect(counts.train).toBe(labelled + kept)
    for (let position = 0; position < labelled; position += 1) expect(partsOf(position)).toEqual([0])
  })

  test('keeps those whose SHA-256 comes first, and counts each split for itself', () => {
    const sources = [...outlined(2, 3), ...outlined(1, 4, 'valid', 5)]
    const { partsOf, counts } = layOut(sources, recipe({ 'filter-null': { percent: 50 } }))

    const ranked = sources.slice(2, 5).toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
    expect(ranked.map(({ position }) => partsOf(position).length)).toEqual([1, 1, 0])
    expect(counts).toEqual({ train: 4, valid: 2, test: 0 })
  })
})

describe('augmentation', () => {
  test.each<[string, Augmentation, number, readonly number[], readonly number[]]>([
    ['ninety clockwise', { ninety: turned('clockwise') }, 0.9, [50, 20, 90, 80], [40, 100, 80, 140]],
    ['ninety counter-clockwise', { ninety: turned('counter-clockwise') }, 0.9, [10, 120, 50, 180], [20, 60, 60, 100]],
    ['ninety upside-down', { ninety: turned('upside-down') }, 0.9, [120, 50, 180, 90], [60, 40, 100, 80]],
    ['ninety that is not drawn', { ninety: turned('clockwise') }, 0.4, [20, 10, 80, 50], [100, 20, 140, 60]],
    ['shear of 45°', { shear: { horizontal: 45, vertical: 0 } }, 0, [0, 10, 80, 50], [70, 20, 150, 60]],
    ['rotate by 30°', { rotate: { degrees: 30 } }, 0, [30.718, 0, 102.679, 40], [95, 24.019, 149.641, 78.66]],
  ])('%s moves box and polygon as the reference says', (_, augmentation, u, box, polygon) => {
    const { end } = varied(augmentation, [u, u, u])

    expect(end.shapes.map(corners)).toEqual([box, polygon])
  })

  test('a crop of 75 % at (40, 0) shows a window of 100 × 50 at twice its size', () => {
    const { end, drawn } = varied({ crop: { min: 75, max: 75 } }, [0.4, 0])

    expect(end.frame).toEqual(FRAME)
    expect(end.shapes.map(corners)).toEqual([
      [0, 20, 80, 100],
      [120, 40, 200, 100],
    ])
    expect(drawn).toEqual({ crop: { percent: 75, x: 0.4, y: 0 } })
  })

  test('a shear of 45° slants the polygon by its distance from the middle', () => {
    const [, polygon] = varied({ shear: { horizontal: 45, vertical: 0 } }, []).end.shapes

    expect(polygon).toMatchObject({ rings: [[70, 20, 110, 20, 150, 60, 110, 60]] })
  })

  test('a quarter turn changes the sides, and a chosen size is made once more', () => {
    const ninety = turned('clockwise')
    const resize = { width: 64, height: 64, format: 'Fit (black edges) in' as const }

    expect(varied({ ninety }, [0.9]).end.frame).toEqual({ width: 100, height: 200 })
    const { end } = varied({ ninety }, [0.9], { resize })
    expect(end.frame).toEqual({ width: 64, height: 64 })
    // Scaled by 0.32, 16 pixels from the left.
    expect(end.shapes.map(corners)).toEqual([
      [32, 6.4, 44.8, 25.6],
      [28.8, 32, 41.6, 44.8],
    ])
  })
})

function window(x_min: number, x_max: number, y_min: number, y_max: number) {
  return { x_min, x_max, y_min, y_max }
}

function sized(tileWidth: number, tileHeight: number, overlap: number) {
  return { mode: 'fixed_size' as const, tileWidth, tileHeight, overlap, padding: 'black' as const }
}

function aspect(aspectRatio: number, span: 'width' | 'height') {
  return { mode: 'fixed_aspect' as const, aspectRatio, span, overlap: 0, padding: 'black' as const }
}

function turned(way: 'clockwise' | 'counter-clockwise' | 'upside-down') {
  return { clockwise: false, 'counter-clockwise': false, 'upside-down': false, [way]: true }
}

function recipe(preprocessing: Preprocessing) {
  return { preprocessing, augmentation: {} }
}

function preprocessed(preprocessing: Preprocessing, shapes: readonly Shape[]) {
  const plans = planFirst(preprocessing, { frame: FRAME, orientation: 1 })
  return stageAfter({ frame: FRAME, shapes }, plans, new Map())
}

function tiles(tile: Tile) {
  return planParts({ tile }, { frame: FRAME, orientation: 1, shapes: [A1, A2] }, new Map())
}

const seed = '0123456789abcdef0123456789abcdef'

function outlined(labelled: number, others: number, split: 'train' | 'valid' = 'train', from = 0): OutlinedSource[] {
  return Array.from({ length: labelled + others }, (_, nth) => {
    const position = from + nth
    const rank = nth < labelled ? undefined : nullRank({ seed, imageId: `image${position}`, part: 0 })
    return { position, split, parts: [{ part: 0, nullRank: rank }] }
  })
}

function rankOf({ parts }: OutlinedSource): number {
  return parts[0]?.nullRank ?? -1
}

/** Draws the highest value of every range, and these numbers one after the other. */
function varied(augmentation: Augmentation, numbers: readonly number[], preprocessing: Preprocessing = {}) {
  const left = [...numbers]
  const random: Random = { next: () => left.shift() ?? 0, between: (_, max) => max, chance: () => true }
  const settings = { preprocessing, augmentation }
  const start = { frame: FRAME, shapes: [A1, A2] }
  return planAugmentation({ settings, start, skeletons: new Map(), streamOf: () => random })
}

/** To three decimals: left, top, right, bottom. */
function corners(shape: Shape): readonly number[] {
  const { x0, y0, x1, y1 }: Box = boundsOf(shape)
  return [x0, y0, x1, y1].map((value) => Math.round(value * 1000) / 1000 + 0)
}
