import { err, ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/datasets/ports'
import type { PngPixels } from '../kit/png/reader.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { IMAGE_SETS, listedSplits } from './kit/image-sets.ts'
import { type MaskObject, objectsOfMask } from './kit/masks/described.ts'
import { readMask } from './kit/masks/files.ts'
import { outlinesOfRegion, type Region, regionsOf } from './kit/masks/regions.ts'
import {
  type ClassColours,
  colourOf,
  isNobody,
  isVoidColour,
  readClassColours,
  shownColour,
} from './kit/masks/voc-classes.ts'
import { baseName, folderOf, isAside, withoutEnding } from './kit/paths.ts'
import { type Pause, pauses } from './kit/pauses.ts'

const CLASSES = /(?<=(?:^|\/)Segmentation)Class(?=\/[^/]*\.png$)/i
const OBJECTS = /(?:^|\/)SegmentationObject\/[^/]*\.png$/i

/** Boxes, which say less than the masks, and lists that repeat those of the splits. */
const COMPANIONS = new RegExp(`(?:^|/)Annotations/[^/]*\\.xml$|${IMAGE_SETS.source}`, 'i')

/** Pascal VOC for segmentation: a mask of the classes of a picture, and mostly one of its objects. */
export const vocSegmentation = defineImporter({
  id: 'voc-segmentation',
  title: 'Pascal VOC Segmentation',
  isOfMasks: true,
  companions: COMPANIONS,
  async recognise({ files }) {
    const masks = files.filter(({ path }) => (CLASSES.test(path) || OBJECTS.test(path)) && !isAside(path))
    return masks.some(({ path }) => CLASSES.test(path)) ? masks : []
  },
  async *read(labels, dataset) {
    const { colours, problems, listed } = await readClassColours(dataset)
    yield* problems
    yield* listed
    const objects = new Map(labels.map((file) => [file.path.toLowerCase(), file]))
    const splits = await listedSplits(dataset, 'Segmentation')
    const pause = pauses()
    const masks = labels.filter(({ path }) => CLASSES.test(path))
    yield* eachFile(masks, (file) => {
      const beside = objects.get(file.path.replace(CLASSES, 'Object').toLowerCase())
      const split = splits.of(file.path)
      return readPicture({ file, objects: beside, dataset, colours: colours(file), split, pause })
    })
    yield* splits.all()
  },
})

interface Picture {
  readonly file: DatasetFile
  readonly objects: DatasetFile | undefined
  readonly dataset: DatasetFiles
  readonly colours: ClassColours
  readonly split: Split | undefined
  readonly pause: Pause
}

interface Masks {
  readonly classes: PngPixels
  readonly objects: PngPixels
}

async function* readPicture(picture: Picture): Findings {
  const { path } = picture.file
  const masks = await readMasks(picture)
  if (!masks.ok) return yield masks.error
  const regions = await regionsOf(masks.value.objects, picture.pause)
  if (regions === undefined) return yield { path, reason: 'The file has too many distinct colours for a mask.' }
  const { objects, strange } = await readObjects(masks.value, regions, picture)
  for (const what of strange) yield { path, reason: `Objects skipped: ${what}.` }
  const { split } = picture
  const name = `${pictureFolder(path)}${withoutEnding(baseName(path))}`
  // Nobody knows what lies in the void: without an object beside it the image is unlabelled, not a background image.
  const isVoid = objects.length === 0 && regions.some(({ value }) => isVoidColour(colourOf(masks.value.objects, value)))
  const said = { isPartial: strange.size > 0 || isVoid, objects: objectsOfMask(masks.value.classes, objects) }
  yield { name, source: { path }, ...(split && { split }), ...said }
}

async function readMasks({ file, objects: beside, dataset, pause }: Picture): Promise<Result<Masks, DatasetProblem>> {
  const classes = await readMask(dataset, file, pause)
  if (!classes.ok) return classes
  const objects = beside ? await readMask(dataset, beside, pause) : classes
  if (!objects.ok) return objects
  const masks = { classes: classes.value, objects: objects.value }
  if (isOneSize(masks)) return ok(masks)
  return err({ path: file.path, reason: 'The mask of the objects is of another size than that of the classes.' })
}

async function readObjects(masks: Masks, regions: readonly Region[], { colours, pause }: Picture) {
  const objects: MaskObject[] = []
  const strange = new Set<string>()
  for (const region of regions) {
    await pause()
    if (isNobody(colourOf(masks.objects, region.value))) continue
    const colour = mostIn(masks, region)
    const className = colour === undefined ? undefined : colours(colour)
    if (className !== undefined) objects.push({ className, rings: outlinesOfRegion(masks.objects, region) })
    else strange.add(colour === undefined ? 'they have no class' : `no class has the colour ${shownColour(colour)}`)
  }
  return { objects, strange }
}

function isOneSize({ classes, objects }: Masks): boolean {
  return classes.width === objects.width && classes.height === objects.height
}

/** The colour of the class that most pixels of an object have. */
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

/** Where the pictures lie, beside the folder of the masks. */
function pictureFolder(path: string): string {
  const root = folderOf(folderOf(path))
  return root === '' ? 'JPEGImages/' : `${root}/JPEGImages/`
}
