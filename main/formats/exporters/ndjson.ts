import type { ProjectType } from '#common/contract/projects'
import type { ExportImage } from '#common/exports/model'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { SPLITS, type Split } from '#common/split'
import { filledSplits, imageFiles, type NamedImage, subsetOf, textFile } from '../kit/files.ts'
import { fieldLines } from '../kit/json.ts'
import { boxObjects, classIndices, outlinedObjects, pointedObjects } from '../kit/objects.ts'
import { notesForNdjson } from '../kit/readme.ts'
import { slugsOf } from '../kit/version-facts.ts'
import { boxLine, flipPlaces, mostPoints, outlineLines, pointsLine } from '../kit/yolo.ts'
import { type Dataset, defineExporter } from './define.ts'

/** A task by the trainer's name for it. */
type Task = 'detect' | 'segment' | 'pose' | 'classify'

const TASKS: ReadonlyMap<ProjectType, Task> = new Map([
  ['instance-segmentation', 'segment'],
  ['keypoint-detection', 'pose'],
  ['single-label-classification', 'classify'],
  ['multi-label-classification', 'classify'],
])

const KEPT: Readonly<Record<Task, Message>> = {
  detect: message('kept-boxes-with-classes'),
  segment: message('kept-outline-for-each-part'),
  pose: message('kept-boxes-with-keypoints'),
  classify: message('kept-classes-where-any'),
}

/** Ultralytics NDJSON: a line about the dataset, and then a line for each image. */
export const ndjson = defineExporter({
  id: 'ndjson',
  title: 'Ultralytics NDJSON',
  aliases: ['ultralytics-ndjson'],
  keeps: (type) => message('keeps-in-lines-of-all', { what: KEPT[TASKS.get(type) ?? 'detect'] }),
  tasks: {
    'object-detection': 'boxes',
    'instance-segmentation': 'all',
    'keypoint-detection': 'all',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
  },
  reading: (type) => notesForNdjson(TASKS.get(type) === 'classify'),
  async *files(dataset) {
    yield textFile(`${slugsOf(dataset.version).project || 'dataset'}.ndjson`, lineText(dataset))
    for (const split of SPLITS) {
      if (dataset.version.counts[split] > 0) yield* imageFiles(dataset, split, folderOf(split))
    }
  },
  record(image, dataset) {
    const { annotations = {} } = imageRecord(image, dataset) ?? {}
    const isNothing = Object.values(annotations).flat().length === 0
    return isNothing ? '' : fieldLines({ file: image.fileName, split: subsetOf(image.split), annotations })
  },
})

type Reading = Omit<Dataset, 'images'>

/** Returns the folder below `path` where readers look for images. */
function folderOf(split: Split): string {
  return `images/${subsetOf(split)}`
}

async function* lineText(dataset: Dataset): AsyncGenerator<string> {
  yield `${JSON.stringify(datasetRecord(dataset))}\n`
  for (const split of filledSplits(dataset.version)) {
    for await (const image of dataset.images(split)) {
      const record = imageRecord(image, dataset)
      if (record !== undefined) yield `${JSON.stringify(record)}\n`
    }
  }
}

/**
 * With `path`, readers (except those of classes) take the images beside the file, and do not request them from a
 * server.
 */
function datasetRecord({ version, classes }: Reading) {
  const task = taskOf({ version, classes })
  return {
    type: 'dataset',
    task,
    name: version.projectName,
    class_names: Object.fromEntries(classes.names.entries()),
    ...(task === 'pose' && { kpt_shape: [mostPoints(classes), 3], flip_idx: flipPlaces(classes) }),
    path: '.',
  }
}

/** Without keypoints in any class there is no pose to learn. */
function taskOf({ version, classes }: Reading): Task {
  const task = TASKS.get(version.projectType) ?? 'detect'
  return task === 'pose' && mostPoints(classes) === 0 ? 'detect' : task
}

/** An image without a class has no annotation, which readers would take for one of the first class. */
function imageRecord(image: NamedImage, dataset: Reading) {
  const { fileName: file, width, height, split } = image
  const annotations = annotationsOf(image, dataset)
  if ('classification' in annotations && annotations.classification.length === 0) return undefined
  const url = `${folderOf(split)}/${file}`
  return { type: 'image', file, url, width, height, split: subsetOf(split), annotations }
}

/** Writes only one key, because readers take the first. */
function annotationsOf(image: ExportImage, dataset: Reading) {
  const { classes } = dataset
  switch (taskOf(dataset)) {
    case 'detect':
      return { boxes: boxObjects(image, classes).map((object) => numbersIn(boxLine(object, image))) }
    case 'segment':
      return {
        segments: outlinedObjects(image, classes).flatMap((object) => outlineLines(object, image).map(numbersIn)),
      }
    case 'pose': {
      const points = mostPoints(classes)
      return { pose: pointedObjects(image, classes).map((object) => numbersIn(pointsLine(object, image, points))) }
    }
    case 'classify':
      return { classification: classIndices(image, classes) }
  }
}

/** Returns the numbers of a line of YOLO's text files. */
function numbersIn(line: string): readonly number[] {
  return line.split(' ').map(Number)
}
