import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../kit/png/reader.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { IMAGE_SETS, listedSplits } from './kit/image-sets.ts'
import { type MaskObject, objectsOfMask } from './kit/masks/described.ts'
import { readMask } from './kit/masks/files.ts'
import { outlinesOfRegion, type Region, regionsOf } from './kit/masks/regions.ts'
import { colourOf, isNobody, isVoidColour, shownColour } from './kit/masks/voc-classes.ts'
import { type MaskClasses, maskTables } from './kit/masks/voc-tables.ts'
import { baseName, folderOf, isAside, withoutEnding } from './kit/paths.ts'
import { type Pause, pauses } from './kit/pauses.ts'

/** Folders of masks of classes: of the benchmark, of labelme until 2023, and of Pascal Context. Of several the first one is read. */
const KINDS = ['', 'png', 'context']
const MASK = /^(?<root>(?:.*\/)?)Segmentation(?<what>Class|Object)(?<kind>|PNG|Context)\/(?<name>[^/]*)\.png$/i

/** Boxes, which say less than the masks, and lists that repeat those of the splits. */
const COMPANIONS = new RegExp(`(?:^|/)Annotations/[^/]*\\.xml$|${IMAGE_SETS.source}`, 'i')

/** Pascal VOC for segmentation: a mask of the classes of an image, and mostly one of its objects. */
export const vocSegmentation = defineImporter({
  id: 'voc-segmentation',
  title: 'Pascal VOC Segmentation',
  isOfMasks: true,
  companions: COMPANIONS,
  async recognise({ files }) {
    const masks = files.filter(({ path }) => MASK.test(path) && !isAside(path))
    return classMasks(masks).length > 0 ? masks : []
  },
  async *read(labels, dataset) {
    const { of: classesOf, problems, listed } = await maskTables(dataset)
    yield* problems
    yield* listed
    const objects = new Map(labels.map((file) => [file.path.toLowerCase(), file]))
    const splits = await listedSplits(dataset, 'Segmentation')
    const pause = pauses()
    const masks = classMasks(labels)
    yield* unusedFolders(masks, classesOf)
    yield* eachFile(masks, async function* (file): Findings {
      const classes = classesOf(file)
      const beside = objects.get(objectsBeside(file.path).toLowerCase())
      const split = splits.of(file.path)
      if (!('code' in classes)) yield* readImage({ file, objects: beside, dataset, classes, split, pause })
    })
    yield* splits.all()
    yield* otherFolders(labels, masks)
  },
})

/** The masks of classes that are read: of each dataset among the files those of one folder. */
function classMasks(masks: readonly DatasetFile[]): readonly DatasetFile[] {
  const placed = masks.flatMap((file) => {
    const { root = '', what = '', kind = '' } = MASK.exec(file.path)?.groups ?? {}
    return what.toLowerCase() === 'class' ? { file, root, kind: kind.toLowerCase() } : []
  })
  return [...Map.groupBy(placed, ({ root }) => root).values()].flatMap((own) => {
    const read = KINDS.find((each) => own.some(({ kind }) => kind === each))
    return own.flatMap(({ file, kind }) => (kind === read ? file : []))
  })
}

function objectsBeside(path: string): string {
  const { root = '', kind = '', name = '' } = MASK.exec(path)?.groups ?? {}
  return `${root}SegmentationObject${kind}/${name}.png`
}

/** Each folder of masks whose classes are not known, once. */
function* unusedFolders(
  masks: readonly DatasetFile[],
  classesOf: (mask: DatasetFile) => MaskClasses | Message,
): Generator<DatasetProblem> {
  for (const [first] of Map.groupBy(masks, ({ path }) => folderOf(path)).values()) {
    const reason = first && classesOf(first)
    if (first && reason && 'code' in reason) yield { path: first.path, reason }
  }
}

/** Masks of Pascal Context beside those of the benchmark. */
function* otherFolders(labels: readonly DatasetFile[], masks: readonly DatasetFile[]): Generator<DatasetProblem> {
  const read = new Set(masks.map(({ path }) => folderOf(path)))
  const [folder = ''] = read
  const reason = message('masks-not-used', {}, message('masks-of-folder-read', { folder }))
  const others = labels.filter(({ path }) => !read.has(folderOf(path)) && MASK.exec(path)?.groups?.['what'] === 'Class')
  for (const [first] of Map.groupBy(others, ({ path }) => folderOf(path)).values())
    if (first) yield { path: first.path, isNote: true, reason }
}

interface Image {
  readonly file: DatasetFile
  readonly objects: DatasetFile | undefined
  readonly dataset: DatasetFiles
  readonly classes: MaskClasses
  readonly split: Split | undefined
  readonly pause: Pause
}

interface Masks {
  readonly classes: PngPixels
  readonly objects: PngPixels
}

async function* readImage(image: Image): Findings {
  const { path } = image.file
  const masks = await readMasks(image)
  if (!masks.ok) return yield masks.error
  const regions = await regionsOf(masks.value.objects, image.pause)
  if (regions === undefined) return yield { path, reason: message('mask-too-many-colours') }
  const { objects, strange } = await readObjects(masks.value, regions, image)
  for (const what of strange.values()) yield { path, reason: message('objects-skipped', {}, what) }
  const { split } = image
  const name = `${imageFolder(path)}${withoutEnding(baseName(path))}`
  // Nobody knows what lies in the void: without an object beside it the image is unlabeled, not a background image.
  const isVoid = objects.length === 0 && regions.some(({ value }) => isVoidColour(colourOf(masks.value.objects, value)))
  const said = { isPartial: strange.size > 0 || isVoid, objects: objectsOfMask(masks.value.classes, objects) }
  yield { name, source: { path }, ...(split && { split }), ...said }
}

async function readMasks(image: Image): Promise<Result<Masks, DatasetProblem>> {
  const { file, objects: beside, dataset, pause } = image
  const classes = await readMask(dataset, file, pause)
  if (!classes.ok) return classes
  const objects = beside ? await readMask(dataset, beside, pause) : classes
  if (!objects.ok) return objects
  const masks = { classes: numbered(classes.value, image), objects: numbered(objects.value, image) }
  if (isOneSize(masks)) return ok(masks)
  return err({ path: file.path, reason: message('masks-of-other-sizes') })
}

/** A mask whose numbers count has the colors that VOC gives to these. */
function numbered(png: PngPixels, { classes }: Image): PngPixels {
  return classes.isByNumber ? { ...png, palette: undefined } : png
}

async function readObjects(masks: Masks, regions: readonly Region[], { classes, pause }: Image) {
  const objects: MaskObject[] = []
  const strange = new Map<number | undefined, Message>()
  for (const region of regions) {
    await pause()
    if (isNobody(colourOf(masks.objects, region.value))) continue
    const colour = mostIn(masks, region)
    const className = colour === undefined ? undefined : classes.classOf(colour)
    if (className !== undefined) objects.push({ className, rings: outlinesOfRegion(masks.objects, region) })
    else strange.set(colour, strangeColour(colour))
  }
  return { objects, strange }
}

function strangeColour(colour: number | undefined): Message {
  if (colour === undefined) return message('objects-without-class')
  return message('colour-of-no-class', { colour: shownColour(colour) })
}

function isOneSize({ classes, objects }: Masks): boolean {
  return classes.width === objects.width && classes.height === objects.height
}

/** The color of the class that most pixels of an object have. */
function mostIn({ classes, objects }: Masks, { value, x, y, width, height }: Region): number | undefined {
  const counts = new Map<number, number>()
  for (let row = y; row < y + height; row += 1) {
    const start = row * objects.width
    for (let at = start + x; at < start + x + width; at += 1) {
      const said = classes.values[at] ?? 0
      if (objects.values[at] === value) counts.set(said, (counts.get(said) ?? 0) + 1)
    }
  }
  const colours = [...counts].map(([said, count]) => ({ colour: colourOf(classes, said), count }))
  const known = colours.filter(({ colour }) => !isNobody(colour)).toSorted((a, b) => b.count - a.count)
  return known[0]?.colour
}

/** Where the images lie, beside the folder of the masks. */
function imageFolder(path: string): string {
  const root = folderOf(folderOf(path))
  return root === '' ? 'JPEGImages/' : `${root}/JPEGImages/`
}
