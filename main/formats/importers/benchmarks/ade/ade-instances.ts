import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../../../kit/png/reader.ts'
import { defineImporter, eachFile, type Findings } from '../../define.ts'
import { type MaskObject, objectsOfMask } from '../../kit/masks/described.ts'
import { readMask } from '../../kit/masks/files.ts'
import { outlinesOfRegion, type Region, regionsOf } from '../../kit/masks/regions.ts'
import { isAside } from '../../kit/paths.ts'
import { type Pause, pauses } from '../../kit/pauses.ts'
import { readShortLines } from '../../kit/texts.ts'
import { type AdeRow, readAdeRows } from './ade-rows.ts'

const TABLE = /_atr\.txt$/i
const MASK = /_seg\.png$/i
const PARTS = /_parts_\d+\.png$/i

/**
 * ADE20K as it was published in 2016: beside each image a mask whose red and green say the class of a pixel and whose blue says the
 * object, and a table of these objects. Parts of objects are left to the objects.
 */
export const adeInstances = defineImporter({
  id: 'ade20k-2016',
  title: 'ADE20K of 2016',
  async recognise({ files }) {
    const own = files.filter(({ path }) => !isAside(path))
    const stems = new Set(own.flatMap(({ path }) => (MASK.test(path) ? stemOf(path) : [])))
    const isPair = own.some(({ path }) => TABLE.test(path) && stems.has(stemOf(path)))
    return isPair ? own.filter(({ path }) => [TABLE, MASK, PARTS].some((kind) => kind.test(path))) : []
  },
  async *read(labels, dataset) {
    const byPath = new Map(labels.map((file) => [file.path.toLowerCase(), file]))
    const pause = pauses()
    for (const { path } of labels.filter((file) => MASK.test(file.path))) {
      if (!byPath.has(`${stemOf(path)}_atr.txt`.toLowerCase()))
        yield { path, reason: message('mask-needs-object-table') }
    }
    const tables = labels.filter(({ path }) => TABLE.test(path))
    yield* eachFile(tables, (table) => {
      const mask = byPath.get(`${stemOf(table.path)}_seg.png`.toLowerCase())
      return readImage({ table, mask, dataset, pause })
    })
  },
})

function stemOf(path: string): string {
  return path.replace(TABLE, '').replace(MASK, '')
}

interface AdeImage {
  readonly table: DatasetFile
  readonly mask: DatasetFile | undefined
  readonly dataset: DatasetFiles
  readonly pause: Pause
}

async function* readImage({ table, mask, dataset, pause }: AdeImage): Findings {
  const { path } = table
  if (mask === undefined) return yield { path, reason: message('table-without-mask') }
  const text = await readShortLines(dataset, table)
  if (!text.ok) return yield text.error
  const { rows, problems } = readAdeRows(text.value, path)
  yield* problems
  const png = await readMask(dataset, mask, pause)
  if (!png.ok) return yield png.error
  if (!png.value.isColoured) return yield { path: mask.path, reason: message('mask-is-grey') }
  const { pixels, classes } = numbered(png.value)
  const regions = (await regionsOf(pixels, pause)) ?? []
  const { objects, nameless } = await objectsIn(regions, { pixels, classes, rows, pause })
  yield* nameless.map((name): DatasetProblem => ({ path, reason: message('object-without-line', { name }) }))
  yield {
    name: stemOf(path),
    source: { path },
    isPartial: problems.length > 0,
    objects: objectsOfMask(png.value, objects),
  }
}

/** Behind the values of blue: the classes of pixels that belong to no object. */
const CLASS_BASE = 256

interface Numbered {
  /** Pixels by their blue, else by their class. */
  readonly pixels: PngPixels
  /** The class of each value. */
  readonly classes: ReadonlyMap<number, number>
}

/** The class of a pixel is `R / 10 · 256 + G`, as the published loader has it. */
function numbered(png: PngPixels): Numbered {
  const classes = new Map<number, number>()
  const values = Uint16Array.from(png.values, (colour) => {
    const index = Math.floor((colour >> 16) / 10) * 256 + ((colour >> 8) & 255)
    const blue = colour & 255
    const value = blue > 0 || index === 0 ? blue : CLASS_BASE + index
    if (!classes.has(value)) classes.set(value, index)
    return value
  })
  return { pixels: { ...png, values }, classes }
}

interface Objects extends Numbered {
  readonly rows: ReadonlyMap<number, AdeRow>
  readonly pause: Pause
}

/**
 * The published loader numbers the values of blue by their order, with 0 for pixels of nothing. It counts an image wrongly that has none
 * of these; here 0 counts whether there is such a pixel or not.
 */
async function objectsIn(regions: readonly Region[], { pixels, classes, rows, pause }: Objects) {
  const blues = regions.flatMap(({ value }) => (value > 0 && value < CLASS_BASE ? value : [])).toSorted((a, b) => a - b)
  const rowOf = new Map(blues.map((blue, index) => [blue, rows.get(index + 1)]))
  const names = new Map(blues.map((blue) => [classes.get(blue), rowOf.get(blue)?.className]))
  const nameless = new Set<string>()
  const objects: MaskObject[] = []
  for (const region of regions) {
    await pause()
    if (region.value === 0) continue
    const index = classes.get(region.value)
    const known = rowOf.get(region.value)?.className ?? names.get(index)
    const className = known ?? `class-${index}`
    if (known === undefined) nameless.add(className)
    objects.push({ className, rings: outlinesOfRegion(pixels, region) })
  }
  return { objects, nameless: [...nameless] }
}
