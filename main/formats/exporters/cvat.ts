import { byNamesOnce, type NamedAttribute } from '#common/annotation/named/attribute'
import type { ProjectType } from '#common/contract/projects'
import type { Line } from '#common/geometry/line'
import type { Mask } from '#common/geometry/mask'
import { maskBitmap } from '#common/geometry/mask-forms'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import { at, type Ring } from '#common/geometry/polygon'
import type { RotatedBox } from '#common/geometry/rotated-box'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { WrittenClass } from '../kit/class-names.ts'
import { filledSplits, imageFilesOfAll, type NamedImage, textFile } from '../kit/files.ts'
import { f2 } from '../kit/numbers.ts'
import { type BoxObject, type DrawnObject, drawnObjects, wholeShapes } from '../kit/objects.ts'
import { saidBy, toldBy } from '../kit/said/attributes.ts'
import { cvatAttribute, cvatSaid } from '../kit/said/cvat.ts'
import { groupNumbers } from '../kit/said/groups.ts'
import { editionTitle, oneLine } from '../kit/version-facts.ts'
import { element, type Xml, xmlText } from '../kit/xml.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Omit<Dataset, 'images'>

const KEPT: ReadonlyMap<ProjectType, Message> = new Map([
  ['keypoint-detection', message('kept-skeletons')],
  ['single-label-classification', message('kept-class-as-tag')],
  ['multi-label-classification', message('kept-classes-as-tags')],
])

/** CVAT 1.1 for images: one XML file for all splits, and a folder of all images. */
export const cvat = defineExporter({
  id: 'cvat',
  title: 'CVAT for images',
  says: ['attributes', 'groups', 'crowds'],
  saysOfImages: true,
  hasLines: true,
  keeps: (type) => message('keeps-in-xml', { what: KEPT.get(type) ?? message('kept-all-shapes') }),
  tasks: {
    'object-detection': 'all',
    'instance-segmentation': 'all',
    'semantic-segmentation': 'all',
    'keypoint-detection': 'points',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
  },
  async *files(dataset) {
    yield textFile('annotations.xml', annotations(dataset))
    yield* imageFilesOfAll(dataset, 'images')
  },
  record(image, dataset) {
    const [first] = labels(image, dataset)
    return first ? xmlText(first).replaceAll('\t', '  ').trimEnd() : ''
  },
})

/** Streamed image by image, because it may not fit into memory. */
async function* annotations(dataset: Dataset): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n'
  yield xmlText(element('version', '1.1'), '\t')
  yield xmlText(element('meta', [project(dataset)]), '\t')
  let id = 0
  for (const split of filledSplits(dataset.version)) {
    for await (const image of dataset.images(split)) {
      const { fileName: name, width, height } = image
      const facts = { id, name, subset: split, width, height }
      yield xmlText(element('image', labels(image, dataset), facts), '\t')
      id += 1
    }
  }
  yield '</annotations>\n'
}

/** A project with a task for each split, because readers ignore a split that no task names. */
function project({ version, classes }: Reading): Xml {
  const { counts } = version
  const tasks = filledSplits(version).map((split, id) =>
    element('task', [
      element('id', id),
      element('name', split),
      element('size', counts[split]),
      element('mode', 'annotation'),
      element('subset', split),
    ]),
  )
  return element('project', [
    element('name', oneLine(editionTitle(version))),
    element(
      'labels',
      classes.all.flatMap((written) => labelsOfClass(written, version)),
    ),
    element('tasks', tasks),
  ])
}

/** Returns the class, followed by a label for each of its keypoints. */
function labelsOfClass({ name, skeleton, attributes }: WrittenClass, version: Reading['version']): readonly Xml[] {
  const { projectType: type, crowds = 0 } = version
  const listed = [...byNamesOnce(attributes), ...(crowds > 0 ? [CROWD] : [])].map(cvatAttribute)
  const asked = listed.length === 0 ? '' : listed
  if (type !== 'keypoint-detection' || skeleton.points.length === 0) {
    return [labelOf(name, type.endsWith('-classification') ? 'tag' : 'any', { asked })]
  }
  const points = skeleton.points.map((point) => labelOf(point, 'points', { more: [element('parent', name)] }))
  return [labelOf(name, 'skeleton', { asked }), ...points]
}

/** CVAT keeps only attributes that an object's label declares. */
const CROWD: NamedAttribute = { name: 'is_crowd', isRequired: false, kind: 'yes-no', default: false }

interface LabelFacts {
  readonly asked?: string | readonly Xml[]
  readonly more?: readonly Xml[]
}

function labelOf(name: string, type: string, { asked = '', more = [] }: LabelFacts): Xml {
  return element('label', [element('name', name), element('type', type), element('attributes', asked), ...more])
}

function labels(image: NamedImage, { classes }: Reading): readonly Xml[] {
  const objects = drawnObjects(image, classes)
  const numbersOf = groupNumbers(objects)
  const drawn = objects.flatMap((object, place) => {
    const written = classes.all[object.classIndex]
    const elements = shapes(object, place + 1, written)
    return cvatSaid(elements, { said: toldBy(object.shape, classes), numbers: numbersOf(place) })
  })
  const tags = wholeShapes(image).flatMap((shape) => {
    const label = classes.names[classes.indexOf(shape.classId)] ?? ''
    return cvatSaid([element('tag', '', { label })], { said: saidBy(shape, classes) })
  })
  return [...drawn, ...tags]
}

/** Shapes that make up one object share a group number. */
function shapes(object: DrawnObject, group: number, written: WrittenClass | undefined): readonly Xml[] {
  const label = written?.name ?? ''
  switch (object.kind) {
    case 'box':
      return [boxElement(label, object)]
    case 'rotated-box':
      return [rotatedElement(label, object.turned)]
    case 'polyline':
      return object.pieces.map((piece) => lineElement('polyline', label, piece))
    case 'point':
      return [lineElement('points', label, [object.at.x, object.at.y])]
    case 'mask':
      return [maskElement(label, object.tiles)]
    case 'polygon':
      return object.parts.map((part) => {
        const grouped = object.parts.length > 1 && { group_id: group }
        return element('polygon', '', { label, occluded: 0, points: pointList(part), z_order: 0, ...grouped })
      })
    case 'keypoints':
      return [skeletonElement(object, written)]
  }
}

function skeletonElement(
  object: Extract<DrawnObject, { readonly kind: 'keypoints' }>,
  written: WrittenClass | undefined,
): Xml {
  const label = written?.name ?? ''
  // A skeleton without placed points would have no position.
  if (object.points.every(({ visibility }) => visibility === 0)) return boxElement(label, object)
  const points = object.points.map(({ x, y, visibility }, place) =>
    element('points', '', {
      label: written?.skeleton.points[place] ?? '',
      outside: visibility === 0 ? 1 : 0,
      occluded: visibility === 1 ? 1 : 0,
      points: pointList([x, y]),
    }),
  )
  return element('skeleton', points, { label, z_order: 0 })
}

function lineElement(kind: 'polyline' | 'points', label: string, line: Line): Xml {
  return element(kind, '', { label, occluded: 0, points: pointList(line), z_order: 0 })
}

/** Writes the corners before the rotation, which is about the center. CVAT uses degrees from 0 up to 360. */
function rotatedElement(label: string, { center, width, height, angle }: RotatedBox): Xml {
  const [x0, y0] = [center.x - width / 2, center.y - height / 2]
  const corners = { xtl: f2(x0), ytl: f2(y0), xbr: f2(x0 + width), ybr: f2(y0 + height) }
  const rotation = f2(angle < 0 ? angle + 360 : angle)
  return element('box', '', { label, occluded: 0, ...corners, rotation, z_order: 0 })
}

/** Writes run lengths along the rows of the mask's box, background first. */
function maskElement(label: string, tiles: MaskTiles): Xml {
  const { mask, left, top } = maskBitmap(tiles)
  const { width, height } = mask
  const rle = rowRuns(mask).join(', ')
  return element('mask', '', { label, occluded: 0, rle, left, top, width, height, z_order: 0 })
}

function rowRuns({ data }: Mask): readonly number[] {
  const runs: number[] = []
  let value = 0
  for (let start = 0; start < data.length; value ^= 1) {
    const next = data.indexOf(value ^ 1, start)
    const end = next < 0 ? data.length : next
    runs.push(end - start)
    start = end
  }
  return runs
}

function boxElement(label: string, { box: { x0, y0, x1, y1 } }: BoxObject): Xml {
  const corners = { xtl: f2(x0), ytl: f2(y0), xbr: f2(x1), ybr: f2(y1) }
  return element('box', '', { label, occluded: 0, ...corners, z_order: 0 })
}

function pointList(ring: Ring): string {
  return Array.from({ length: ring.length / 2 }, (_, i) => `${f2(at(ring, 2 * i))},${f2(at(ring, 2 * i + 1))}`).join(
    ';',
  )
}
