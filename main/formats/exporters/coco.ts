import type { NamedValues } from '#common/annotation/named/values'
import type { Skeleton } from '#common/annotation/skeleton'
import type { ProjectType } from '#common/contract/projects'
import type { ExportVersion } from '#common/exports/model'
import { boxArea } from '#common/geometry/box'
import { runLengthsOfMask } from '#common/geometry/mask-forms'
import { at, type Ring } from '#common/geometry/polygon'
import { encodeRings, type RunLengths, runLengthArea, runLengthsToText } from '#common/geometry/rle'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import { toAscii } from '../kit/ascii.ts'
import { filledSplits, imageFiles, inOrder, type NamedImage, textFile } from '../kit/files.ts'
import { fieldLines, listed } from '../kit/json.ts'
import { r3Text } from '../kit/numbers.ts'
import {
  type BoxObject,
  boxObjects,
  cornersOf,
  type OutlinedObject,
  outlinedObjects,
  type PointedObject,
  pointedObjects,
} from '../kit/objects.ts'
import { clipRing } from '../kit/rings.ts'
import { areAsked, listedAttributes, saidBy, underFreeNames } from '../kit/said/attributes.ts'
import { createdAtText, editionTitle, licenseName } from '../kit/version-facts.ts'
import { type Dataset, defineExporter, type Exporter, type ExporterDefinition } from './define.ts'

/** Part of each object that is written. */
type Content = 'boxes' | 'outlines' | 'masks' | 'points'

interface CocoDataset extends Dataset {
  readonly content: Content
}

/** COCO: one JSON file for each split, beside its images. */
export const coco = cocoFormat({
  id: 'coco',
  title: 'COCO',
  keeps: (type) => message('keeps-in-json-for-split', { what: KEPT[CONTENTS.get(type) ?? 'outlines'] }),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'all', 'keypoint-detection': 'all' },
  contentOf: ({ projectType }) => CONTENTS.get(projectType) ?? 'outlines',
})

const KEPT: Readonly<Record<Content, Message>> = {
  boxes: message('kept-cornered-boxes'),
  outlines: message('kept-outlines-along-pixels'),
  masks: message('kept-outlines-and-run-lengths'),
  points: message('kept-boxes-with-keypoints'),
}

const CONTENTS: ReadonlyMap<ProjectType, Content> = new Map([
  ['object-detection', 'boxes'],
  ['keypoint-detection', 'points'],
])

/** The same file with the outline of every object, whatever the project type. */
export const cocoSegmentation = cocoFormat({
  id: 'coco-segmentation',
  title: 'COCO Segmentation',
  keeps: message('keeps-in-json-with-corners', { what: KEPT.outlines }),
  tasks: { 'object-detection': 'all', 'instance-segmentation': 'all', 'semantic-segmentation': 'all' },
  contentOf: () => 'outlines',
})

/** The same for readers of COCO run lengths, which keep holes. */
export const cocoRle = cocoFormat({
  id: 'coco-segmentation-rle',
  title: 'COCO Segmentation with RLE',
  keeps: message('keeps-in-json-for-split', { what: KEPT.masks }),
  tasks: { 'object-detection': 'all', 'instance-segmentation': 'all', 'semantic-segmentation': 'all' },
  contentOf: () => 'masks',
})

interface CocoFormat extends Pick<ExporterDefinition, 'id' | 'title' | 'keeps' | 'tasks'> {
  contentOf(version: ExportVersion): Content
}

function cocoFormat({ contentOf, ...format }: CocoFormat): Exporter {
  return defineExporter({
    ...format,
    says: ['attributes', 'crowds'],
    hasCorners: true,
    firstClass: 1,
    async *files(dataset) {
      const content = contentOf(dataset.version)
      for (const split of filledSplits(dataset.version)) {
        const labels = textFile(`${split}/_annotations.coco.json`, labelText({ ...dataset, content }, split))
        yield* inOrder([labels], imageFiles(dataset, split, split))
      }
    },
    record(image, dataset) {
      const [first] = annotations(image, { ...dataset, content: contentOf(dataset.version) })
      return first === undefined ? '' : fieldLines(JSON.parse(textOf(first, 1, 0)))
    },
  })
}

/** Streamed in two passes over the images, because it may not fit into memory. */
async function* labelText(dataset: CocoDataset, split: Split): AsyncGenerator<string> {
  const { version } = dataset
  yield `{"info":${JSON.stringify(info(version))},"licenses":${JSON.stringify([license(version)])}`
  yield `,"categories":${JSON.stringify(categories(dataset))},"images":[`
  yield* listed(imageRecords(dataset, split))
  yield '],"annotations":['
  yield* listed(annotationRecords(dataset, split))
  yield ']}'
}

async function* imageRecords({ version, images }: Dataset, split: Split): AsyncGenerator<string> {
  const date_captured = createdAtText(version)
  let id = 0
  for await (const { fileName: file_name, height, width, originalName: name } of images(split)) {
    yield JSON.stringify({ id, license: 1, file_name, height, width, date_captured, extra: { name } })
    id += 1
  }
}

async function* annotationRecords(dataset: CocoDataset, split: Split): AsyncGenerator<string> {
  // Ids start at 1: the reference evaluation takes an annotation with id 0 for no match.
  let [id, place] = [1, 0]
  for await (const image of dataset.images(split)) {
    let text = ''
    for (const annotation of annotations(image, dataset)) {
      text += (text === '' ? '' : ',') + textOf(annotation, id, place)
      id += 1
    }
    yield text
    place += 1
  }
}

/** An object to write; may be just a box. */
interface Annotation extends BoxObject {
  readonly said?: NamedValues | undefined
  /** Area of the box when absent. */
  readonly area?: number
  readonly parts?: readonly Ring[]
  /** Replaces the polygons when present. */
  readonly mask?: object
  readonly points?: PointedObject['points']
}

/**
 * Concatenated by hand: for a million objects, building records and serializing them takes several times as long.
 * Category 0 is the pseudo class, so classes start at 1.
 */
function textOf(annotation: Annotation, id: number, image: number): string {
  const { shape, classIndex, box, area, parts, mask, points, said } = annotation
  const { x0, y0, x1, y1 } = box
  const bbox = `${r3Text(x0)},${r3Text(y0)},${r3Text(x1 - x0)},${r3Text(y1 - y0)}`
  const segmentation = mask ? JSON.stringify(mask) : parts ? `[${parts.map(ringText).join()}]` : '[]'
  return (
    `{"id":${id},"image_id":${image},"category_id":${classIndex + 1},"bbox":[${bbox}],"area":${r3Text(area ?? boxArea(box))},` +
    `"segmentation":${segmentation},"iscrowd":${shape.crowd ? 1 : 0}${points ? pointsText(points) : ''}` +
    `${said ? `,"attributes":${JSON.stringify(said)}` : ''}}`
  )
}

function ringText(ring: Ring): string {
  let text = r3Text(at(ring, 0))
  for (let i = 1; i < ring.length; i += 1) text += `,${r3Text(at(ring, i))}`
  return `[${text}]`
}

function pointsText(points: PointedObject['points']): string {
  const keypoints = points.map(({ x, y, visibility }) => `${r3Text(x)},${r3Text(y)},${visibility}`).join()
  const count = points.filter(({ visibility }) => visibility > 0).length
  return `,"keypoints":[${keypoints}],"num_keypoints":${count}`
}

function annotations(image: NamedImage, dataset: Omit<CocoDataset, 'images'>): readonly Annotation[] {
  const { classes } = dataset
  const objects = objectsOf(image, dataset)
  if (!areAsked(classes)) return objects
  return objects.map((object) => ({ ...object, said: underFreeNames(saidBy(object.shape, classes)) }))
}

function objectsOf(image: NamedImage, { content, classes }: Omit<CocoDataset, 'images'>): readonly Annotation[] {
  switch (content) {
    case 'boxes':
      return boxObjects(image, classes).map((object) =>
        object.turned ? { ...object, parts: [clipRing(cornersOf(object), image)] } : object,
      )
    case 'outlines':
      return outlinedObjects(image, classes).map((object) =>
        object.shape.crowd ? crowdAnnotation(object, image) : object,
      )
    case 'masks':
      return outlinedObjects(image, classes).map((object) => {
        if (object.shape.crowd) return crowdAnnotation(object, image)
        const hasHoles = object.rings.length > object.parts.length
        return hasHoles || object.tiles ? maskAnnotation(object, image) : object
      })
    case 'points':
      return pointedObjects(image, classes)
  }
}

function maskAnnotation(object: OutlinedObject, frame: Size): Annotation {
  const counts = runLengthsOf(object, frame)
  return masked(object, frame, { counts, text: runLengthsToText(counts) })
}

/** Crowd regions are run lengths in every variant, uncompressed, as the format requires. */
function crowdAnnotation(object: OutlinedObject, frame: Size): Annotation {
  const counts = runLengthsOf(object, frame)
  return masked(object, frame, { counts, text: counts })
}

function runLengthsOf({ tiles, rings }: OutlinedObject, { width, height }: Size): RunLengths {
  return tiles ? runLengthsOfMask(tiles, { width, height }) : encodeRings(rings, { width, height }).counts
}

interface WrittenRuns {
  readonly counts: RunLengths
  readonly text: string | RunLengths
}

function masked(object: OutlinedObject, { width, height }: Size, { counts, text }: WrittenRuns): Annotation {
  return { ...object, area: runLengthArea(counts), mask: { size: [height, width], counts: text } }
}

/** `year` and `version` are strings in files of other tools. */
function info(version: ExportVersion) {
  return {
    year: String(version.createdAt.getUTCFullYear()),
    version: String(version.number),
    description: editionTitle(version),
    contributor: '',
    url: '',
    date_created: createdAtText(version),
  }
}

const LICENSE_URLS: ReadonlyMap<string, string> = new Map([
  ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  ['MIT', 'https://opensource.org/licenses/MIT'],
  ['Public Domain', 'https://creativecommons.org/publicdomain/zero/1.0/'],
])

function license(version: ExportVersion) {
  const name = licenseName(version)
  return { id: 1, url: LICENSE_URLS.get(name) ?? '', name }
}

/** The annotation group comes first, as a supercategory of all others that no object uses. */
function categories({ version: { group }, classes, content }: CocoDataset) {
  const supercategory = nameOfAll(toAscii(group).trim() || 'objects', classes.names)
  const real = classes.all.map((written, index) => {
    const { name, skeleton } = written
    const attributes = listedAttributes(written)
    return {
      id: index + 1,
      name,
      supercategory,
      ...(content === 'points' && { keypoints: skeleton.points, skeleton: skeleton.edges.map(countedFromOne) }),
      ...(attributes && { attributes }),
    }
  })
  return [{ id: 0, name: supercategory, supercategory: 'none' }, ...real]
}

/** A class may have the name of the group, and many readers merge categories with equal names. */
function nameOfAll(group: string, classNames: readonly string[]): string {
  const taken = new Set(classNames.map((name) => name.toLowerCase()))
  let name = group
  while (taken.has(name.toLowerCase())) name = `${name}-objects`
  return name
}

function countedFromOne([from, to]: Skeleton['edges'][number]): readonly number[] {
  return [from + 1, to + 1]
}
