import { z } from 'zod'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { FileNumber } from '../../labels/kit/json.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { hasText } from '../kit/has-text.ts'
import { entriesOf } from '../kit/json/entries.ts'
import { jsonFiles } from '../kit/json/head.ts'
import { type MaskObject, objectsOfMask } from '../kit/masks/described.ts'
import { readMask } from '../kit/masks/files.ts'
import { outlinesOfRegion, regionsOf } from '../kit/masks/regions.ts'
import { baseName, folderOf, splitInName, withoutEnding } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'

/**
 * COCO panoptic: a JSON file about many images, and a folder of PNG files whose colors are the numbers of segments. In COCO's own layout
 * the instances beside it tell objects apart, which projects of instances need; without the PNG files it says nothing.
 */
export const cocoPanoptic = defineImporter({
  id: 'coco-panoptic',
  title: 'COCO Panoptic',
  isOfMasks: true,
  yieldsTo: (own, { importer, labels }, type) =>
    importer.id === 'coco' &&
    labels.some(({ path }) => /^instances[_.-]/i.test(baseName(path))) &&
    (type === 'instance-segmentation' || !own.some(({ path }) => isImageName(path))),
  async recognise(dataset) {
    const jsons = await jsonFiles(dataset, (keys) => keys.has('annotations[].segments_info'))
    const named = dataset.files.filter(({ path }) => /^panoptic[_.-].*\.json$/i.test(baseName(path)))
    const own = [...new Set([...jsons, ...named])]
    if (own.length === 0) return []
    const folders = new Set(own.map(({ path }) => baseName(withoutEnding(path)).toLowerCase()))
    const isMask = ({ path }: DatasetFile) =>
      /\.png$/i.test(path) &&
      (folders.has(baseName(folderOf(path)).toLowerCase()) || /(?:^|\/)(?:panoptic[^/]*|masks?)\//i.test(path))
    return [...own, ...dataset.files.filter(isMask)]
  },
  async *read(labels, dataset) {
    const jsons = labels.filter(({ path }) => !isImageName(path))
    const masks = labels.filter(({ path }) => isImageName(path))
    yield* eachFile(jsons, (file) => readFile(file, dataset, masks))
  },
})

const Segment = z.object({ id: FileNumber, category_id: FileNumber, iscrowd: z.unknown().optional() })
const Key = z.union([z.number(), z.string()])
const Image = z.object({ id: Key, file_name: z.string() })
const Category = z.object({ id: FileNumber, name: z.string() })
const Annotation = z.object({ image_id: Key, file_name: z.string(), segments_info: z.array(Segment) })
type Annotation = z.infer<typeof Annotation>

async function* readFile(file: DatasetFile, dataset: DatasetFiles, masks: readonly DatasetFile[]): Findings {
  // Both lists may stand behind the annotations, of which no more than some are held.
  const names = new Map<string, string>()
  for await (const value of entriesOf(dataset, file, { key: 'images', part: 'part-image', shape: Image })) {
    if ('reason' in value) yield value
    else names.set(String(value.id), value.file_name)
  }
  const classes = new Map<number, string>()
  for await (const value of entriesOf(dataset, file, { key: 'categories', part: 'part-category', shape: Category })) {
    if ('reason' in value) yield value
    else classes.set(value.id, value.name)
  }
  yield { classNames: [...classes.values()] }
  yield* readAnnotations({ file, own: masksOf(file, masks), names, classes }, dataset)
}

interface Listed {
  readonly file: DatasetFile
  /** The masks by their names. */
  readonly own: ReadonlyMap<string, DatasetFile>
  /** Names of images by their identifiers. */
  readonly names: ReadonlyMap<string, string>
  readonly classes: ReadonlyMap<number, string>
}

async function* readAnnotations({ file, own, names, classes }: Listed, dataset: DatasetFiles): Findings {
  const { path } = file
  const wanted = { key: 'annotations', part: 'part-annotation', shape: Annotation } as const
  let isBare = true
  for await (const annotation of entriesOf(dataset, file, wanted)) {
    isBare = false
    if ('reason' in annotation) {
      yield annotation
      continue
    }
    const mask = own.get(annotation.file_name)
    const name = names.get(String(annotation.image_id)) ?? withoutEnding(annotation.file_name)
    if (mask) yield* readSegments({ mask, name, annotation, classes, path }, dataset)
    else yield { path, reason: message('annotations-without-mask', { name: annotation.file_name }) }
  }
  if (isBare && !(await hasText(dataset, file, '"annotations"'))) yield { path, reason: message('annotations-missing') }
}

/** Masks by name; those in a folder called as the file count before others. */
function masksOf({ path }: DatasetFile, masks: readonly DatasetFile[]): ReadonlyMap<string, DatasetFile> {
  const folder = baseName(withoutEnding(path)).toLowerCase()
  const isOwn = (mask: DatasetFile) => baseName(folderOf(mask.path)).toLowerCase() === folder
  const sorted = masks.toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))
  return new Map(sorted.map((mask) => [baseName(mask.path), mask]))
}

interface Panoptic {
  readonly mask: DatasetFile
  readonly name: string
  readonly annotation: Annotation
  readonly classes: ReadonlyMap<number, string>
  readonly path: string
}

async function* readSegments({ mask, name, annotation, classes, path }: Panoptic, dataset: DatasetFiles): Findings {
  const pause = pauses()
  const png = await readMask(dataset, mask, pause)
  if (!png.ok) return yield png.error
  const regions = await regionsOf(png.value, pause)
  if (regions === undefined) return yield { path: mask.path, reason: message('mask-too-many-colours') }
  const segments = new Map(annotation.segments_info.map((segment) => [segment.id, segment]))
  const objects: MaskObject[] = []
  let strange = 0
  for (const region of regions.filter(({ value }) => value !== 0)) {
    await pause()
    const segment = segments.get(segmentOf(region.value))
    const className = segment && classes.get(segment.category_id)
    if (className === undefined) strange += 1
    else objects.push({ className, rings: outlinesOfRegion(png.value, region), ...crowdOf(segment) })
  }
  if (strange > 0)
    yield { path: mask.path, reason: message('segments-not-described', { count: strange, name: baseName(path) }) }
  const split = splitInName(path)
  const said = { isPartial: strange > 0, objects: objectsOfMask(png.value, objects) }
  yield { name, source: { path: mask.path }, ...(split && { split }), ...said }
}

function crowdOf(segment: z.infer<typeof Segment> | undefined): Pick<MaskObject, 'crowd'> {
  return segment?.iscrowd === 1 || segment?.iscrowd === true ? { crowd: true } : {}
}

/** Red counts ones, green 256s, blue 65,536s. */
function segmentOf(colour: number): number {
  return (colour >> 16) + (colour & 0xff00) + (colour & 0xff) * 65536
}
