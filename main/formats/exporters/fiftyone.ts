import type { ProjectType } from '#common/contract/projects'
import { boxSize } from '#common/geometry/box'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { ClassList } from '../kit/class-names.ts'
import { stemOf } from '../kit/file-names.ts'
import { filledSplits, imageFiles, type NamedImage, textFile } from '../kit/files.ts'
import { mainClass } from '../kit/folders/class-folders.ts'
import { fieldLines } from '../kit/json.ts'
import { shareNumber } from '../kit/numbers.ts'
import { boxObjects, classIndices, wholeShapes } from '../kit/objects.ts'
import { attributesByName, saidBy, toldBy } from '../kit/said/attributes.ts'
import { type Dataset, defineExporter } from './define.ts'

const KEPT: ReadonlyMap<ProjectType, Message> = new Map([
  ['single-label-classification', message('kept-class-of-image')],
  ['multi-label-classification', message('kept-classes-of-image')],
])

/** FiftyOne's simple datasets, one for each split: images in `data`, and a file of annotations by stem. */
export const fiftyOne = defineExporter({
  id: 'fiftyone',
  title: 'FiftyOne',
  says: ['attributes', 'crowds'],
  saysOfImages: true,
  keeps: (type) => message('keeps-in-fiftyone', { what: KEPT.get(type) ?? message('kept-boxes') }),
  tasks: {
    'object-detection': 'boxes',
    'instance-segmentation': 'boxes',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
  },
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      yield* imageFiles(dataset, split, `${split}/data`)
      yield textFile(`${split}/labels.json`, labelText(dataset, split))
    }
  },
  record(image, dataset) {
    const [first] = boxes(image, dataset)
    if (first !== undefined) return fieldLines(first)
    return classIndices(image, dataset.classes).length === 0
      ? ''
      : fieldLines({ [stemOf(image.fileName)]: said(image, dataset) })
  },
})

type Reading = Omit<Dataset, 'images'>

async function* labelText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  const attributes = attributesByName(dataset.classes)
  const asked = attributes ? `"attributes":${JSON.stringify(attributes)},` : ''
  let separator = `{"classes":${JSON.stringify(dataset.classes.names)},${asked}"labels":{`
  for await (const image of dataset.images(split)) {
    yield `${separator}${JSON.stringify(stemOf(image.fileName))}:${JSON.stringify(said(image, dataset))}`
    separator = ','
  }
  yield '}}'
}

/**
 * Classes are indices into `classes`. An image without its single class has `null`, one without any of several an empty
 * list.
 */
function said(image: NamedImage, dataset: Reading) {
  const { version, classes } = dataset
  const toClass = (label: number) => withSaid(image, classes, label)
  if (version.projectType === 'single-label-classification') {
    const label = mainClass(image, classes)
    return label === undefined ? null : toClass(label)
  }
  if (version.projectType === 'multi-label-classification') return classIndices(image, classes).map(toClass)
  return boxes(image, dataset)
}

/** A class without further values is just its index. */
function withSaid(image: NamedImage, classes: ClassList, label: number) {
  const shape = wholeShapes(image).find(({ classId }) => classes.indexOf(classId) === label)
  const attributes = shape && saidBy(shape, classes)
  return attributes ? { label, attributes } : label
}

/** Returns the top left corner and the size as fractions of the image's sides. */
function boxes(image: NamedImage, { classes }: Reading) {
  return boxObjects(image, classes).map(({ shape, classIndex, box }) => {
    const { width, height } = boxSize(box)
    const bounding_box = [
      shareNumber(box.x0, image.width),
      shareNumber(box.y0, image.height),
      shareNumber(width, image.width),
      shareNumber(height, image.height),
    ]
    const attributes = toldBy(shape, classes, 'iscrowd')
    return { label: classIndex, bounding_box, ...(attributes && { attributes }) }
  })
}
