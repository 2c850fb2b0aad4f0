import type { ProjectType } from '#common/contract/projects'
import { boxSize } from '#common/geometry/box'
import { at } from '#common/geometry/polygon'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { filledSplits, imageFiles, type NamedImage, textFile } from '../kit/files.ts'
import { fieldLines, listed } from '../kit/json.ts'
import { classesOfWhole, type DrawnObject, drawnObjects } from '../kit/objects.ts'
import { element, xmlText } from '../kit/xml.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Omit<Dataset, 'images'>

const KEPT: ReadonlyMap<ProjectType, Message> = new Map([
  ['single-label-classification', message('kept-class-of-image')],
  ['multi-label-classification', message('kept-classes-of-image')],
])

/**
 * Label Studio: its own JSON of all images, and the configuration of its project. Images are found if the unpacked
 * archive is served as local files.
 */
export const labelStudio = defineExporter({
  id: 'label-studio',
  title: 'Label Studio',
  keeps: (type) =>
    message('keeps-in-json-of-all', { what: KEPT.get(type) ?? message('kept-boxes-and-outlines-by-part') }),
  tasks: {
    'object-detection': 'all',
    'instance-segmentation': 'all',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
  },
  async *files(dataset) {
    yield textFile('label-config.xml', configuration(dataset))
    yield textFile('label-studio.json', taskText(dataset))
    for (const split of filledSplits(dataset.version)) yield* imageFiles(dataset, split, split)
  },
  record(image, dataset) {
    const [first] = results(image, dataset)
    return first === undefined ? '' : fieldLines(first)
  },
})

async function* taskText(dataset: Dataset): AsyncGenerator<string> {
  yield '['
  yield* listed(tasks(dataset))
  yield ']'
}

/** An image without objects has an annotation without results, because it was annotated all the same. */
async function* tasks(dataset: Dataset): AsyncGenerator<string> {
  let id = 0
  for (const split of filledSplits(dataset.version)) {
    for await (const image of dataset.images(split)) {
      id += 1
      const data = { image: `/data/local-files/?d=${split}/${image.fileName}`, split }
      const annotation = { id, was_cancelled: false, ground_truth: false, result: results(image, dataset) }
      yield JSON.stringify({ id, data, annotations: [annotation] })
    }
  }
}

function isOfWhole({ version }: Reading): boolean {
  return version.projectType.endsWith('-classification')
}

function results(image: NamedImage, dataset: Reading): readonly object[] {
  const { classes } = dataset
  if (isOfWhole(dataset)) {
    const choices = classesOfWhole(image, classes).flatMap((index) => classes.names[index] ?? [])
    return choices.length === 0
      ? []
      : [{ id: 'choice', type: 'choices', from_name: 'choice', to_name: 'image', value: { choices } }]
  }
  const { width: original_width, height: original_height } = image
  const values = drawnObjects(image, classes).flatMap((object) => {
    const name = classes.names[object.classIndex] ?? ''
    return valuesOf(object, image).map((value) => ({ value, name }))
  })
  return values.map(({ value, name }, place) => {
    const type = 'points' in value ? 'polygonlabels' : 'rectanglelabels'
    const from_name = 'points' in value ? 'polygon' : 'box'
    const about = { id: `region${place + 1}`, type, from_name, to_name: 'image', original_width, original_height }
    return { ...about, image_rotation: 0, value: { ...value, [type]: [name] } }
  })
}

type Value =
  | {
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly rotation: number
    }
  | { readonly points: readonly (readonly number[])[]; readonly closed: true }

/** Values are percentages of the image's sides. A box is rotated about its own top left corner. */
function valuesOf(object: DrawnObject, image: Size): readonly Value[] {
  const [across, down] = [(x: number) => percent(x, image.width), (y: number) => percent(y, image.height)]
  switch (object.kind) {
    case 'polygon':
    case 'mask':
      return object.parts.map((part) => ({
        points: Array.from({ length: part.length / 2 }, (_, i) => [across(at(part, 2 * i)), down(at(part, 2 * i + 1))]),
        closed: true,
      }))
    case 'rotated-box': {
      const { width, height, angle: rotation } = object.turned
      const ring = rotatedBoxRing(object.turned)
      return [{ x: across(at(ring, 0)), y: down(at(ring, 1)), width: across(width), height: down(height), rotation }]
    }
    case 'box':
    case 'keypoints': {
      const { width, height } = boxSize(object.box)
      const corner = { x: across(object.box.x0), y: down(object.box.y0) }
      return [{ ...corner, width: across(width), height: down(height), rotation: 0 }]
    }
    case 'polyline':
    case 'point':
      return []
  }
}

function percent(length: number, side: number): number {
  return Number(((100 * length) / side).toFixed(8)) + 0
}

/** Returns the labeling configuration of the Label Studio project, which makes it show the annotations. */
function configuration(dataset: Reading): string {
  const labelsOf = (tag: string) => dataset.classes.names.map((value) => element(tag, '', { value }))
  const image = element('Image', '', { name: 'image', value: '$image' })
  const choice = dataset.version.projectType === 'multi-label-classification' ? 'multiple' : 'single'
  const controls = isOfWhole(dataset)
    ? [element('Choices', labelsOf('Choice'), { name: 'choice', toName: 'image', choice })]
    : [
        element('RectangleLabels', labelsOf('Label'), { name: 'box', toName: 'image' }),
        element('PolygonLabels', labelsOf('Label'), { name: 'polygon', toName: 'image' }),
      ]
  return xmlText(element('View', [image, ...controls]))
}
