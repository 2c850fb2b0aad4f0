import { byNamesOnce } from '#common/annotation/named/attribute'
import type { Shape } from '#common/annotation/shape'
import type { Skeleton } from '#common/annotation/skeleton'
import type { ProjectType } from '#common/contract/projects'
import { boxSize } from '#common/geometry/box'
import { runLengthsOfMask } from '#common/geometry/mask-forms'
import { runLengthsToText } from '#common/geometry/rle'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import { stemOf } from '../kit/file-names.ts'
import { byCodeUnit, filledSplits, imageFiles, type NamedImage, subsetOf, textFile } from '../kit/files.ts'
import { fieldLines, listed } from '../kit/json.ts'
import { r3 } from '../kit/numbers.ts'
import {
  type BoxObject,
  classIndices,
  type DrawnObject,
  drawnObjects,
  type OutlinedObject,
  outlinedObjects,
  pointedObjects,
  wholeShapes,
} from '../kit/objects.ts'
import { attributesByName, toldBy, underFreeNames } from '../kit/said/attributes.ts'
import { groupNumbers } from '../kit/said/groups.ts'
import { type Dataset, defineExporter } from './define.ts'

const KEPT: Readonly<Record<ProjectType, Message>> = {
  'object-detection': message('kept-boxes-turned-lines'),
  'instance-segmentation': message('kept-outlines-lines'),
  'semantic-segmentation': message('kept-outlines-lines'),
  'keypoint-detection': message('kept-boxes-with-keypoints'),
  'single-label-classification': message('kept-class-of-image'),
  'multi-label-classification': message('kept-classes-of-image'),
  'text-image-pairs': message('kept-texts-as-captions'),
}

/** Datumaro's own JSON: one file for each split, with the annotations of each image. */
export const datumaro = defineExporter({
  id: 'datumaro',
  title: 'Datumaro',
  says: ['attributes', 'groups', 'crowds'],
  saysOfImages: true,
  hasLines: true,
  hasCorners: true,
  keeps: (type) => message('keeps-in-json-for-split', { what: KEPT[type] }),
  tasks: {
    'object-detection': 'boxes',
    'instance-segmentation': 'all',
    'semantic-segmentation': 'all',
    'keypoint-detection': 'all',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
    'text-image-pairs': 'all',
  },
  async *files(dataset) {
    const splits = filledSplits(dataset.version)
    for (const split of splits.toSorted(byCodeUnit)) {
      yield textFile(`annotations/${subsetOf(split)}.json`, labelText(dataset, split))
    }
    for (const split of splits) yield* imageFiles(dataset, split, `images/${subsetOf(split)}`)
  },
  record(image, dataset) {
    const [first] = annotations(image, dataset)
    return first === undefined ? '' : fieldLines(first)
  },
})

type Reading = Omit<Dataset, 'images'>

async function* labelText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  const attributes = attributesByName(dataset.classes)
  const infos = attributes ? { tessera: { attributes } } : {}
  yield `{"infos":${JSON.stringify(infos)},"categories":${JSON.stringify(categories(dataset))},"items":[`
  yield* listed(items(dataset, split))
  yield ']}'
}

async function* items(dataset: Dataset, split: Split) {
  for await (const image of dataset.images(split)) {
    const { fileName: path, height, width } = image
    const size = [height, width]
    yield JSON.stringify({ id: stemOf(path), annotations: annotations(image, dataset), image: { path, size } })
  }
}

/** Edges between points count from 1. */
function categories({ version, classes }: Reading) {
  const labels = classes.all.map(({ name, attributes }) => {
    return { name, parent: '', attributes: byNamesOnce(attributes).map((attribute) => attribute.name) }
  })
  const label = { labels, attributes: [] }
  if (version.projectType !== 'keypoint-detection') return { label }
  const skeletons = classes.all.map(({ skeleton }, label_id) => ({ label_id, ...pointNames(skeleton) }))
  return { label, points: { items: skeletons.filter((skeleton) => skeleton.labels.length > 0) } }
}

function pointNames({ points, edges }: Skeleton) {
  return { labels: points, joints: edges.map(([from, to]) => [from + 1, to + 1]) }
}

/** Groups made by users are numbered after those of objects with several annotations. */
function annotations(image: NamedImage, dataset: Reading) {
  const numbersOf = groupNumbers(image.shapes.map((shape) => ({ shape })))
  const places = new Map(image.shapes.map((shape, place) => [shape, place]))
  return contents(image, dataset).map(({ type, shape, attributes, group = 0, ...content }, id) => {
    const said = shape && underFreeNames(toldBy(shape, dataset.classes))
    const numbers = shape && numbersOf(places.get(shape) ?? -1)
    const told = {
      attributes: { ...attributes, ...said },
      group: numbers ? image.shapes.length + numbers.group : group,
    }
    return { id, type, ...told, ...content, ...(numbers && { object_id: numbers.object }) }
  })
}

interface Content {
  readonly type: string
  /** The annotation that it represents, fully or in part. */
  readonly shape?: Shape
  /** Shared by the parts of one object; 0 or absent for a single annotation. */
  readonly group?: number
  readonly attributes?: object
  readonly label_id?: number
  readonly z_order?: number
  readonly bbox?: readonly number[]
  readonly points?: readonly number[]
  readonly visibility?: readonly number[]
  readonly rle?: object
  readonly caption?: string
}

function contents(image: NamedImage, { version, classes }: Reading): readonly Content[] {
  switch (version.projectType) {
    case 'object-detection':
      return drawnObjects(image, classes).flatMap((object) =>
        isBare(object) ? lineContents(object) : [boxContent(object)],
      )
    case 'instance-segmentation':
    case 'semantic-segmentation':
      return [
        ...outlinedObjects(image, classes).flatMap((object, index) => outlineContents(object, { index, frame: image })),
        ...drawnObjects(image, classes).flatMap((object) => (isBare(object) ? lineContents(object) : [])),
      ]
    case 'keypoint-detection':
      return pointedObjects(image, classes).flatMap(pointedContents)
    case 'single-label-classification':
    case 'multi-label-classification':
      return classIndices(image, classes).map((label_id) => {
        const shape = wholeShapes(image).find(({ classId }) => classes.indexOf(classId) === label_id)
        return { type: 'label', label_id, ...(shape && { shape }) }
      })
    case 'text-image-pairs':
      return captions(image)
  }
}

function outlineContents(
  { shape, classIndex: label_id, parts, tiles }: OutlinedObject,
  { index, frame }: { readonly index: number; readonly frame: Size },
): readonly Content[] {
  if (tiles) {
    const rle = { counts: runLengthsToText(runLengthsOfMask(tiles, frame)), size: [frame.height, frame.width] }
    return [{ type: 'mask', shape, label_id, z_order: 0, rle }]
  }
  const group = parts.length === 1 ? 0 : index + 1
  return parts.map((part) => ({ type: 'polygon', shape, group, label_id, z_order: 0, points: part.map(r3) }))
}

type Bare = Extract<DrawnObject, { readonly kind: 'polyline' | 'point' }>

function isBare(object: DrawnObject): object is Bare {
  return object.kind === 'polyline' || object.kind === 'point'
}

function lineContents(object: Bare): readonly Content[] {
  const { shape, classIndex: label_id } = object
  if (object.kind === 'polyline') {
    return object.pieces.map((piece) => ({ type: 'polyline', shape, label_id, z_order: 0, points: piece.map(r3) }))
  }
  return [{ type: 'points', shape, label_id, z_order: 0, points: [object.at.x, object.at.y].map(r3), visibility: [2] }]
}

/** Writes a rotated box before its rotation about the center, with the angle in degrees clockwise. */
function boxContent(object: Exclude<DrawnObject, Bare> | BoxObject, group = 0): Content {
  const common = { type: 'bbox', shape: object.shape, group, label_id: object.classIndex, z_order: 0 }
  if ('turned' in object) {
    const { center, width, height, angle } = object.turned
    const bbox = [center.x - width / 2, center.y - height / 2, width, height].map(r3)
    return { ...common, attributes: { rotation: r3(angle) }, bbox }
  }
  const { width, height } = boxSize(object.box)
  return { ...common, bbox: [object.box.x0, object.box.y0, width, height].map(r3) }
}

/** An object with keypoints is two annotations of one group. */
function pointedContents({ points, ...object }: ReturnType<typeof pointedObjects>[number], index: number) {
  if (points.length === 0) return [boxContent(object)]
  const group = index + 1
  const places = {
    type: 'points',
    shape: object.shape,
    group,
    label_id: object.classIndex,
    z_order: 0,
    points: points.flatMap(({ x, y }) => [r3(x), r3(y)]),
    visibility: points.map(({ visibility }) => visibility),
  }
  return [boxContent(object, group), places]
}

function captions({ shapes }: NamedImage): readonly Content[] {
  const texts = shapes.filter((shape) => shape.kind === 'text')
  return texts.map(({ prompt, answer }) => {
    return { type: 'caption', attributes: prompt === '' ? {} : { prompt }, caption: answer }
  })
}
