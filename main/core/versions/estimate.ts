import { type Refusal, refuse } from '#common/errors'
import { boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ClassId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { NO_IMAGES, type SplitCounts, totalOf } from '#common/split'
import type { Preprocessing } from '#common/versions/preprocessing'
import { isOn, type On } from '#common/versions/settings'
import { type Span, tileSpans } from '#common/versions/tiles'
import { cropWindow } from '#common/versions/window'
import type { ObjectCount, SizeCount } from './store-ports.ts'

/** How many images come of the sources, before training ones are varied, and how many pixels they have together. */
export interface Estimate {
  readonly splits: SplitCounts
  readonly pixels: number
}

/**
 * Images without labels are counted as `filter-null` lets them in; of the tiles of an image it is not known which have labels, so
 * that all of them count.
 */
export function estimateParts(sizes: readonly SizeCount[], preprocessing: Preprocessing): Estimate {
  const kept = keptShares(sizes, preprocessing)
  const splits = { ...NO_IMAGES }
  let pixels = 0
  for (const { split, images, nulls, ...size } of sizes) {
    const stays = images - nulls + nulls * kept[split]
    const parts = partsOf(size, preprocessing)
    splits[split] += stays * parts.count
    pixels += stays * parts.pixels
  }
  const whole = { train: Math.round(splits.train), valid: Math.round(splits.valid), test: Math.round(splits.test) }
  return { splits: whole, pixels }
}

/** Where every object becomes an image: those whose class is not left out. */
export function estimateObjects(
  objects: readonly ObjectCount[],
  { resize }: Preprocessing,
  becomes: ReadonlyMap<ClassId, ClassId | undefined>,
): Estimate {
  const splits = { ...NO_IMAGES }
  let pixels = 0
  for (const { split, classId, count, area } of objects) {
    if (becomes.get(classId) === undefined) continue
    splits[split] += count
    pixels += resize ? count * resize.width * resize.height : area
  }
  return { splits, pixels }
}

/** Of one image: how many it becomes, and their pixels together. */
function partsOf(size: Size, { 'static-crop': crop, tile, resize }: Preprocessing) {
  const frame = crop ? boxSize(cropWindow(crop, size)) : size
  const { rows, columns } = isOn(tile) ? tileSpans(tile, frame) : wholeSpans(frame)
  const count = rows.length * columns.length
  const first = { width: lengthOf(columns[0]), height: lengthOf(rows[0]) }
  const pixels = resize ? count * resizedPixels(first, resize) : sumOf(rows) * sumOf(columns)
  return { count, pixels }
}

/** More tiles of one image are a slip of the hand: nobody trains on ten thousand cuttings of a photograph. */
const MOST_TILES = 10_000

/** Refuses tiles of which an image would be cut into too many. */
export function checkTiles(sizes: readonly SizeCount[], preprocessing: Preprocessing): Result<undefined, Refusal> {
  const largest = sizes.find((size) => partsOf(size, preprocessing).count > MOST_TILES)
  if (!isOn(preprocessing.tile) || largest === undefined) return ok(undefined)
  const { width, height } = largest
  const tiles = partsOf(largest, preprocessing).count.toLocaleString('en')
  return refuse('too-many-image-tiles', { width, height, tiles })
}

function wholeSpans({ width, height }: Size) {
  return { rows: [{ start: 0, end: height }], columns: [{ start: 0, end: width }] }
}

function sumOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + lengthOf(span), 0)
}

function lengthOf(span: Span | undefined): number {
  return span === undefined ? 0 : span.end - span.start
}

/** Every way to resize but one ends in exactly the size that is asked for. */
function resizedPixels({ width, height }: Size, resize: On<Preprocessing['resize']>): number {
  if (resize.format !== 'Fit within') return resize.width * resize.height
  const scale = Math.min(1, resize.width / width, resize.height / height)
  return Math.max(1, Math.floor(width * scale)) * Math.max(1, Math.floor(height * scale))
}

/** Which share of the images without labels stays in each split: with a labeled ones, `a · (100 − p) / p` others may. */
function keptShares(sizes: readonly SizeCount[], { 'filter-null': filter, tile }: Preprocessing): SplitCounts {
  const kept = { train: 1, valid: 1, test: 1 }
  const percent = filter?.percent ?? 0
  if (percent === 0 || isOn(tile)) return kept
  for (const [split, group] of Map.groupBy(sizes, (size) => size.split)) {
    const nulls = group.reduce((sum, size) => sum + size.nulls, 0)
    const labelled = group.reduce((sum, size) => sum + size.images, 0) - nulls
    const stay = Math.floor((labelled * (100 - percent)) / percent)
    kept[split] = nulls === 0 ? 1 : Math.min(1, stay / nulls)
  }
  return kept
}

/** Of one image, on average. */
export function meanPixels({ splits, pixels }: Estimate): number {
  return pixels / Math.max(1, totalOf(splits))
}
