import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { type MaskObject, objectsOfMask } from '../kit/masks/described.ts'
import { readMask } from '../kit/masks/files.ts'
import { outlinesOfRegion, regionsOf } from '../kit/masks/regions.ts'
import { baseName, folderOf, withoutEnding } from '../kit/paths.ts'
import { type Pause, pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'

const MASK = /(?:^|\/)annotations\/(?:training|validation)\/ADE_(?:train|val)_\d+\.png$/i
const TABLE = /^objectInfo150\.(?:txt|csv)$/i

/** The scene parsing challenge of ADE20K: a gray mask for each image, whose values are rows of a table of 150 classes. */
export const adeScenes = defineImporter({
  id: 'ade20k-scenes',
  title: 'ADE20K scene parsing',
  isOfMasks: true,
  recognise: async ({ files }) => files.filter(({ path }) => MASK.test(path) && isImageName(path)),
  async *read(labels, dataset) {
    const names = await namesIn(dataset)
    const [first] = labels
    if (names.size === 0 && first) yield { path: first.path, reason: message('scenes-without-names') }
    yield { classNames: [...names.values()] }
    const pause = pauses()
    yield* eachFile(labels, (file) => readFile({ file, dataset, names, pause }))
  },
})

/** `1<tab>0.1576<tab>11664<tab>1172<tab>wall`, in later tables with a column more before the name, which is the last; of several names the first. */
async function namesIn(dataset: DatasetFiles): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  const tables = dataset.files.filter(({ path }) => TABLE.test(baseName(path)))
  for (const table of tables) {
    for await (const line of textLines(dataset, table)) {
      const cells = 'text' in line ? line.text.split(line.text.includes('\t') ? '\t' : ',') : []
      const name = nameAmong(cells)?.split(/[;,]/)[0]?.replaceAll('"', '').trim()
      if (name && /^\s*\d{1,3}\s*$/.test(cells[0] ?? '')) names.set(Number(cells[0]), name)
    }
  }
  return names
}

/** Numbers stand before it; a name may hold commas, which part it into several cells. */
function nameAmong(cells: readonly string[]): string | undefined {
  return cells.slice(4).find((cell) => !/^\s*\d*\s*$/.test(cell))
}

interface Mask {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  readonly names: ReadonlyMap<number, string>
  readonly pause: Pause
}

async function* readFile({ file, dataset, names, pause }: Mask): Findings {
  const { path } = file
  const png = await readMask(dataset, file, pause)
  if (!png.ok) return yield png.error
  if (png.value.isColoured) return yield { path, reason: message('mask-is-coloured') }
  const regions = await regionsOf(png.value, pause)
  if (regions === undefined) return yield { path, reason: message('mask-too-many-values') }
  const objects: MaskObject[] = []
  for (const region of regions) {
    await pause()
    // Whatever is none of the classes.
    if (region.value === 0) continue
    const className = names.get(region.value) ?? `class-${region.value}`
    objects.push({ className, rings: outlinesOfRegion(png.value, region) })
  }
  const root = folderOf(path).replace(/(?<=^|\/)annotations(?=\/[^/]*$)/i, 'images')
  yield {
    name: `${root}/${baseName(withoutEnding(path))}`,
    source: { path },
    objects: objectsOfMask(png.value, objects),
  }
}
