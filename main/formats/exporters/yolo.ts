import type { ProjectType } from '#common/contract/projects'
import type { ExportImage } from '#common/exports/model'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { SPLITS, type Split } from '#common/split'
import { besideImage } from '../kit/file-names.ts'
import { type ExportFile, imageFiles, textFile } from '../kit/files.ts'
import { boxObjects, outlinedObjects, pointedObjects } from '../kit/objects.ts'
import { boxLine, dataYaml, flipPlaces, mostPoints, outlineLines, pointsLine } from '../kit/yolo.ts'
import { type Dataset, defineExporter, type Exporter } from './define.ts'

/** Programs that read the same files, each under its usual name. */
export const yolov8 = yoloFormat({ id: 'yolov8', title: 'YOLOv8' })
export const yolov11 = yoloFormat({ id: 'yolov11', title: 'YOLOv11', aliases: ['yolo11'] })
export const yolov12 = yoloFormat({ id: 'yolov12', title: 'YOLOv12', aliases: ['yolo12'] })
export const yolo26 = yoloFormat({ id: 'yolo26', title: 'YOLO26' })
export const yolov10 = yoloFormat({ id: 'yolov10', title: 'YOLOv10', aliases: ['yolo10'] })
export const yolov9 = yoloFormat({ id: 'yolov9', title: 'YOLOv9' })
export const yolov7 = yoloFormat({ id: 'yolov7pytorch', title: 'YOLOv7 PyTorch', aliases: ['yolov7'] })
export const yolov5 = yoloFormat({ id: 'yolov5pytorch', title: 'YOLOv5 PyTorch', aliases: ['yolov5'] })
export const yolov4Scaled = yoloFormat({ id: 'yolov4scaled', title: 'Scaled-YOLOv4' })

const KEPT: ReadonlyMap<ProjectType, Message> = new Map([
  ['instance-segmentation', message('kept-outline-for-each-part')],
  ['keypoint-detection', message('kept-boxes-with-keypoints')],
])

/** `data.yaml`, and a text file for each image with one line per object, in fractions of the image's sides. */
function yoloFormat(names: Pick<Exporter, 'id' | 'title' | 'aliases'>): Exporter {
  return defineExporter({
    ...names,
    keeps: (type) => message('keeps-in-text-files', { what: KEPT.get(type) ?? message('kept-boxes') }),
    tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'all', 'keypoint-detection': 'all' },
    async *files(dataset) {
      yield textFile('data.yaml', yaml(dataset))
      for (const split of SPLITS) yield* splitFiles(dataset, split)
    },
    record(image, dataset) {
      const [first = ''] = labelLines(image, dataset)
      return first
    },
  })
}

/** Trainers require a validation folder, so `valid` exists even without images. */
async function* splitFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
  if (dataset.version.counts[split] > 0) {
    yield* imageFiles(dataset, split, `${split}/images`)
    yield* labelFiles(dataset, split)
  } else if (split === 'valid') {
    yield { kind: 'folder', path: 'valid/images' }
    yield { kind: 'folder', path: 'valid/labels' }
  }
}

/** A background image has an empty file; readers take a missing file for a mistake. */
async function* labelFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
  for await (const image of dataset.images(split)) {
    const lines = labelLines(image, dataset).map((line) => `${line}\n`)
    yield textFile(`${split}/labels/${besideImage(image.fileName, 'txt')}`, lines.join(''))
  }
}

/** Never mixes boxes and outlines in one file: readers take all lines for outlines as soon as one is long. */
function labelLines(image: ExportImage, { version, classes }: Omit<Dataset, 'images'>): readonly string[] {
  if (version.projectType === 'instance-segmentation') {
    return outlinedObjects(image, classes).flatMap((object) => outlineLines(object, image))
  }
  if (version.projectType !== 'keypoint-detection') {
    return boxObjects(image, classes).map((object) => boxLine(object, image))
  }
  const points = mostPoints(classes)
  return pointedObjects(image, classes).map((object) => pointsLine(object, image, points))
}

/** Trainers expect the leading `..` and remove it. */
function yaml({ version, classes }: Dataset): string {
  const paths = ['train: ../train/images', 'val: ../valid/images']
  if (version.counts.test > 0) paths.push('test: ../test/images')
  return dataYaml({ version, classes, paths, own: version.projectType === 'keypoint-detection' ? poses(classes) : [] })
}

/** Without keypoints in any class the lines are boxes, so no pose is declared. */
function poses(classes: Dataset['classes']): readonly string[] {
  const count = mostPoints(classes)
  return count === 0 ? [] : [`kpt_shape: [${count}, 3]`, `flip_idx: [${flipPlaces(classes).join(', ')}]`, '']
}
