import type { ProjectType } from '#common/contract/projects'
import type { Box } from '#common/geometry/box'
import { type Ring, ringsBounds } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import { besideImage } from '../kit/file-names.ts'
import { filledSplits, imagesWith, type NamedImage, textFile } from '../kit/files.ts'
import { int, wholeBox } from '../kit/numbers.ts'
import { boxObjects, outlinedObjects } from '../kit/objects.ts'
import { saidBy } from '../kit/said/attributes.ts'
import { vocSaid } from '../kit/said/voc.ts'
import { element, type Xml, xmlText } from '../kit/xml.ts'
import { type Dataset, defineExporter } from './define.ts'

/** Pascal VOC: an XML file beside each image, with 1-based pixels and inclusive corners. */
export const voc = defineExporter({
  id: 'voc',
  title: 'Pascal VOC',
  says: ['attributes'],
  keeps: (type) =>
    message('keeps-in-xml-beside', { what: message(isOutlined(type) ? 'kept-outlines-by-part' : 'kept-boxes') }),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'all' },
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      yield* imagesWith(dataset, split, (image) => [
        textFile(
          `${split}/${besideImage(image.fileName, 'xml')}`,
          xmlText(vocAnnotation(image, contentOf(image, dataset))),
        ),
      ])
    }
  },
  record(image, dataset) {
    const [first] = objects(image, dataset)
    return first ? xmlText(first).replaceAll('\t', '  ').trimEnd() : ''
  },
})

type Reading = Omit<Dataset, 'images'>

interface Content {
  /** Whether the objects have outlines, here or in a mask. */
  readonly isSegmented: boolean
  readonly objects: readonly Xml[]
}

export function vocAnnotation({ fileName, width, height }: NamedImage, { isSegmented, objects }: Content): Xml {
  return element('annotation', [
    element('folder', ''),
    element('filename', fileName),
    element('path', fileName),
    element('source', [element('database', 'tessera')]),
    element('size', [element('width', width), element('height', height), element('depth', 3)]),
    element('segmented', isSegmented ? 1 : 0),
    ...objects,
  ])
}

/** Writes an object with its box. */
export function vocBox(name: string, box: Box, size: Size): Xml {
  return object(name, [boundingBox(box, size)])
}

function contentOf(image: NamedImage, dataset: Reading): Content {
  return { isSegmented: isOutlined(dataset.version.projectType), objects: objects(image, dataset) }
}

function isOutlined(type: ProjectType): boolean {
  return type === 'instance-segmentation'
}

/** An object has one outline in this format, so each part is an object of its own. */
function objects(image: NamedImage, dataset: Reading): readonly Xml[] {
  const { classes } = dataset
  const nameOf = (classIndex: number) => classes.names[classIndex] ?? ''
  if (!isOutlined(dataset.version.projectType)) {
    return boxObjects(image, classes).map(({ shape, classIndex, box }) =>
      vocSaid(vocBox(nameOf(classIndex), box, image), saidBy(shape, classes)),
    )
  }
  return outlinedObjects(image, classes).flatMap(({ shape, classIndex, parts }) =>
    parts.map((part) => {
      const outlined = object(nameOf(classIndex), [boundingBox(ringsBounds([part]), image), polygon(part)])
      return vocSaid(outlined, saidBy(shape, classes))
    }),
  )
}

function object(name: string, place: readonly Xml[]): Xml {
  return element('object', [
    element('name', name),
    element('pose', 'Unspecified'),
    element('truncated', 0),
    element('difficult', 0),
    element('occluded', 0),
    ...place,
  ])
}

/** Pixels are 1-based, and the last one is part of the box. */
function boundingBox(box: Box, size: Size): Xml {
  const { x0, y0, x1, y1 } = wholeBox(box, size)
  const sides = [element('xmin', x0 + 1), element('xmax', x1), element('ymin', y0 + 1), element('ymax', y1)]
  return element('bndbox', sides)
}

function polygon(ring: Ring): Xml {
  const corners = ring.map((length, i) =>
    element(`${i % 2 === 0 ? 'x' : 'y'}${Math.floor(i / 2) + 1}`, int(length) + 1),
  )
  return element('polygon', corners)
}
