import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../../kit/png/reader.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { classifiedMask } from '../kit/masks/classified.ts'
import { objectsOfMask } from '../kit/masks/described.ts'
import { readRegions } from '../kit/masks/files.ts'
import { baseName, folderOf, isAside, withoutEnding } from '../kit/paths.ts'
import { type Pause, pauses } from '../kit/pauses.ts'
import { type CamVidClasses, classNamer, isVoid, PUBLISHED, readCamVidClasses, SEGNET } from './camvid-classes.ts'
import { camVidLists, type ListedImage, readCamVidLists } from './camvid-lists.ts'

const TABLE = /^(?:label_colors\.txt|class_dict\.csv)$/i
const CODES = /^codes\.txt$/i

/** `701_StillsRaw_full/a.png` and `LabeledApproved_full/a_L.png`; `train` and `trainannot`, `train_labels`, `train_mask`. */
const FOLDER = /^(?:LabeledApproved_full|.*(?:annot|_?labels?|_?masks?))$/i
const PUBLISHED_MASK = /(?:^|\/)LabeledApproved_full\/[^/]*\.png$/i
const SEGNET_MASK = /(?:^|\/)(?:train|val|valid|test)annot\/[^/]*\.png$/i
const CODED_MASK = /(?:^|\/)labels\/[^/]*_P\.png$/i

/** CamVid: masks in the colors of a table, or in the places of its rows. */
export const camVid = defineImporter({
  id: 'camvid',
  title: 'CamVid',
  isOfMasks: true,
  async recognise(dataset) {
    const files = dataset.files.filter(({ path }) => !isAside(path))
    const tables = files.filter(({ path }) => TABLE.test(baseName(path)))
    const codes = files.filter(({ path }) => CODES.test(baseName(path)))
    const isSegNet = await segNetMasks(dataset)
    const masks = files.filter(
      ({ path }) =>
        PUBLISHED_MASK.test(path) ||
        isSegNet(path) ||
        (tables.length > 0 && isMask(path)) ||
        (codes.length > 0 && CODED_MASK.test(path)),
    )
    return masks.length > 0 ? [...tables, ...codes, ...masks] : []
  },
  async *read(labels, dataset) {
    const masks = labels.filter(({ path }) => isImageName(path))
    const [table] = labels.filter(({ path }) => !isImageName(path))
    const own = table && (await readCamVidClasses(table, dataset))
    yield* own?.problems ?? []
    const listed = new Set(own ? [own] : masks.map(({ path }) => classesWithout(path)))
    for (const { rows } of listed) yield { classNames: rows.flatMap(({ name }) => (isVoid(name) ? [] : name)) }
    const listedOf = await readCamVidLists(dataset)
    const pause = pauses()
    yield* eachFile(masks, (file) => readFile({ file, dataset, own, listedOf, pause }))
  },
})

function isMask(path: string): boolean {
  return /\.png$/i.test(path) && FOLDER.test(baseName(folderOf(path)))
}

/** Masks without a table have the numbers of SegNet where their images lie beside, or where a list names both. */
async function segNetMasks(dataset: DatasetFiles): Promise<(path: string) => boolean> {
  const stems = new Set(dataset.files.map(({ path }) => folded(withoutEnding(path))))
  const listed: string[] = []
  for (const list of camVidLists(dataset)) {
    if (/\/\w+annot\//.test(await dataset.head(list, HEAD_BYTES))) listed.push(folderOf(list.path))
  }
  const isBeside = (path: string) => stems.has(folded(nameBeside(path))) || listed.includes(folderOf(folderOf(path)))
  return (path) => SEGNET_MASK.test(path) && isBeside(path)
}

const HEAD_BYTES = 1024

/** The classes of a mask without a table. */
function classesWithout(path: string): CamVidClasses {
  return SEGNET_MASK.test(path) ? SEGNET : PUBLISHED
}

/** SegNet's numbers are no rows of the table of all colors, which some put beside. */
function classesFor(path: string, { isColoured, palette }: PngPixels, own: CamVidClasses | undefined): CamVidClasses {
  if (own === undefined) return classesWithout(path)
  const isOfSegNet = SEGNET_MASK.test(path) && !isColoured && palette === undefined
  return isOfSegNet && own.rows.length > SEGNET.rows.length ? SEGNET : own
}

interface Mask {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  readonly own: CamVidClasses | undefined
  readonly listedOf: (mask: string, image: string) => ListedImage | undefined
  readonly pause: Pause
}

async function* readFile({ file, dataset, own, listedOf, pause }: Mask): Findings {
  const { path } = file
  const read = await readRegions(dataset, file, pause)
  if (!read.ok) return yield read.error
  const { png } = read.value
  const classOf = classNamer(classesFor(path, png, own), png)
  const { objects, strange, isPartial } = await classifiedMask(read.value, classOf, pause)
  if (strange.length > 0) yield { path, reason: message('colours-not-listed', { count: strange.length }) }
  const beside = nameBeside(path)
  const { image = beside, split } = listedOf(path, beside) ?? {}
  yield { name: image, source: { path }, ...(split && { split }), isPartial, objects: objectsOfMask(png, objects) }
}

/** Beside the folder of the masks lies the one of the images, called as it is without its end. */
function nameBeside(path: string): string {
  const stem = baseName(withoutEnding(path)).replace(/_[LP]$/, '')
  const folder = folderOf(path)
    .replace(/(?<=^|\/)LabeledApproved_full$/i, '701_StillsRaw_full')
    .replace(/(?<=^|\/)labels$/i, 'images')
    .replace(/(?:annot|_?labels?|_?masks?)$/i, '')
  return folder === '' || folder.endsWith('/') ? stem : `${folder}/${stem}`
}
