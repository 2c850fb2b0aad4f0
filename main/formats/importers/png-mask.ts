import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { readRows } from '../labels/kit/csv.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { type MaskObject, objectsOfMask } from './kit/masks/described.ts'
import { readMask } from './kit/masks/files.ts'
import { outlinesOfRegion, regionsOf } from './kit/masks/regions.ts'
import { nearestOrAny } from './kit/nearest.ts'
import { folderOf, isAside } from './kit/paths.ts'
import { type Pause, pauses } from './kit/pauses.ts'
import { readText } from './kit/texts.ts'

/** Enough for the first row. */
const HEAD_BYTES = 256

const MASK = /_mask\.png$/i
const LEGEND = /(?:^|\/)_classes\.csv$/i

/** A mask beside each image, and the names of its values in a table. */
export const pngMask = defineImporter({
  id: 'png-mask-semantic',
  title: 'PNG Masks',
  isOfMasks: true,
  async recognise(dataset) {
    const legends: DatasetFile[] = []
    for (const file of dataset.files.filter(({ path }) => LEGEND.test(path) && !isAside(path))) {
      if (/^\uFEFF?\s*"?pixel value/i.test(await dataset.head(file, HEAD_BYTES))) legends.push(file)
    }
    const masks = dataset.files.filter(({ path }) => MASK.test(path) && !isAside(path))
    return legends.length > 0 && masks.length > 0 ? [...legends, ...masks] : []
  },
  async *read(labels, dataset) {
    const legends = new Map<string, ClassNames>()
    yield* eachFile(
      labels.filter(({ path }) => LEGEND.test(path)),
      (file) => readLegend(file, dataset, legends),
    )
    const namesFor = nearestOrAny(legends)
    const pause = pauses()
    yield* eachFile(
      labels.filter(({ path }) => MASK.test(path)),
      (file) => readFile({ file, dataset, names: namesFor(file), pause }),
    )
  },
})

/** The names of values. */
type ClassNames = ReadonlyMap<number, string>

async function* readLegend(file: DatasetFile, dataset: DatasetFiles, legends: Map<string, ClassNames>): Findings {
  const { path } = file
  const text = await readText(dataset, file)
  if (!text.ok) return yield text.error
  const rows = readRows(text.value)
  if (!rows.ok) return yield { path, reason: message('table-not-readable', {}, rows.error) }
  const names = new Map<number, string>()
  for (const { cells, number } of rows.value.slice(1)) {
    const [value = '', name = ''] = cells
    if (/^\d{1,5}$/.test(value) && name !== '') names.set(Number(value), name)
    else
      yield {
        path,
        line: number,
        reason: message('row-skipped', {}, message('row-needs-number-and-name')),
      }
  }
  legends.set(folderOf(path), names)
  yield { classNames: [...names].flatMap(([value, name]) => (isBackground(value, name) ? [] : name)) }
}

interface MaskFile {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  /** None where the table cannot be read, which was said already. */
  readonly names: ClassNames | undefined
  readonly pause: Pause
}

/** One object for each class: the mask does not tell where one object ends and the next one begins. */
async function* readFile({ file, dataset, names, pause }: MaskFile): Findings {
  const { path } = file
  if (names === undefined) return
  const png = await readMask(dataset, file, pause)
  if (!png.ok) return yield png.error
  if (png.value.isColoured) return yield { path, reason: message('mask-is-coloured') }
  const regions = await regionsOf(png.value, pause)
  if (regions === undefined) return yield { path, reason: message('mask-too-many-values') }
  const objects: MaskObject[] = []
  let isPartial = false
  for (const region of regions) {
    const className = names.get(region.value)
    await pause()
    if (isBackground(region.value, className)) continue
    isPartial ||= className === undefined
    if (className !== undefined) objects.push({ className, rings: outlinesOfRegion(png.value, region) })
    else yield { path, reason: message('pixel-value-not-named', { value: region.value }) }
  }
  yield { name: path.replace(MASK, ''), source: { path }, isPartial, objects: objectsOfMask(png.value, objects) }
}

function isBackground(value: number, name: string | undefined): boolean {
  return name === undefined ? value === 0 : name.toLowerCase() === 'background'
}
