import type { ClassId } from '#common/ids'
import type { ClassCount, PlacedShape, SizeCount } from './ports.ts'

/** Cells of a heat map along each side. */
export const HEAT_CELLS = 24

/** How evenly each class is represented: its share among all shapes over the share it had if all were equal. */
export function balancesOf(classes: readonly ClassCount[]): number[] {
  const all = classes.reduce((sum, { shapes }) => sum + shapes, 0)
  return classes.map(({ shapes }) => (all === 0 ? 0 : (shapes * classes.length) / all))
}

export interface Dimensions {
  readonly median: { readonly width: number; readonly height: number }
  readonly min: { readonly width: number; readonly height: number }
  readonly max: { readonly width: number; readonly height: number }
  readonly aspectRatios: Readonly<Record<AspectName, number>>
}

export const ASPECTS = ['very tall', 'tall', 'square', 'wide', 'very wide'] as const
export type AspectName = (typeof ASPECTS)[number]

/** Dimensions of the images, or undefined without images. */
export function dimensionsOf(sizes: readonly SizeCount[]): Dimensions | undefined {
  if (sizes.length === 0) return undefined
  const aspectRatios = { 'very tall': 0, tall: 0, square: 0, wide: 0, 'very wide': 0 }
  for (const { width, height, images } of sizes) aspectRatios[aspectOf(width / height)] += images
  const side = (key: 'width' | 'height') => sizes.map((size) => ({ value: size[key], images: size.images }))
  const [widths, heights] = [side('width'), side('height')]
  const corner = (pick: (values: readonly number[]) => number) => ({
    width: pick(widths.map(({ value }) => value)),
    height: pick(heights.map(({ value }) => value)),
  })
  return {
    median: { width: weightedMedian(widths), height: weightedMedian(heights) },
    min: corner((values) => values.reduce((least, value) => Math.min(least, value))),
    max: corner((values) => values.reduce((most, value) => Math.max(most, value))),
    aspectRatios,
  }
}

/** `ratio` is width over height. */
export function aspectOf(ratio: number): AspectName {
  if (ratio < 0.5) return 'very tall'
  if (ratio < 0.95) return 'tall'
  if (ratio <= 1.05) return 'square'
  return ratio <= 2 ? 'wide' : 'very wide'
}

/** The value at which half of the images are reached. */
function weightedMedian(values: readonly { readonly value: number; readonly images: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, { images }) => sum + images, 0) / 2
  let reached = 0
  for (const { value, images } of sorted) {
    reached += images
    if (reached >= half) return value
  }
  return 0
}

/** Where shapes lie: how many touch each cell of a grid laid over every image, by class; row by row. */
export type HeatMaps = ReadonlyMap<ClassId, Uint32Array>

export function addHeat(maps: Map<ClassId, Uint32Array>, shapes: readonly PlacedShape[]): void {
  for (const { classId, box, frame } of shapes) {
    const map = maps.get(classId) ?? new Uint32Array(HEAT_CELLS * HEAT_CELLS)
    maps.set(classId, map)
    const columns = cellRange(box.x0, box.x1, frame.width)
    const rows = cellRange(box.y0, box.y1, frame.height)
    for (let row = rows.first; row <= rows.last; row += 1) {
      for (let column = columns.first; column <= columns.last; column += 1) {
        const cell = row * HEAT_CELLS + column
        map[cell] = (map[cell] ?? 0) + 1
      }
    }
  }
}

/** The map of one class, or without a class the sum of all maps. */
export function heatOf(maps: HeatMaps, classId?: ClassId): Uint32Array {
  const chosen = classId === undefined ? [...maps.values()] : [maps.get(classId) ?? []]
  const sum = new Uint32Array(HEAT_CELLS * HEAT_CELLS)
  for (const map of chosen) map.forEach((shapes, cell) => (sum[cell] = (sum[cell] ?? 0) + shapes))
  return sum
}

/** The cells that reach from one coordinate to another touches; a border on the line of a cell does not touch the next. */
function cellRange(from: number, to: number, side: number): { first: number; last: number } {
  const clamp = (cell: number) => Math.max(0, Math.min(HEAT_CELLS - 1, cell))
  const first = clamp(Math.floor((from / side) * HEAT_CELLS))
  return { first, last: Math.max(first, clamp(Math.ceil((to / side) * HEAT_CELLS) - 1)) }
}
