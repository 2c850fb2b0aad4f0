import type { ProjectType } from '#common/contract/projects'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { type ExportFile, filledSplits, type NamedImage, subsetOf } from '../kit/files.ts'
import { AS_FOLDERS, classFolder, imagesByClass, imagesOfNoClass, mainClass } from '../kit/folders/class-folders.ts'
import { cropsByClass, cropsOf } from '../kit/folders/crops.ts'
import { type Dataset, defineExporter } from './define.ts'

const KEPT = message('keeps-class-folders')
const WHOLE = 'single-label-classification'
const isOfObjects = (type: ProjectType) => type !== WHOLE

/** A folder of images for each class; in projects with objects, of the objects' crops. */
export const folder = defineExporter({
  id: 'folder',
  title: 'Folder Structure',
  keeps: (type) => (isOfObjects(type) ? message('keeps-cut-out-objects') : KEPT),
  tasks: {
    [WHOLE]: 'all',
    'object-detection': 'classes',
    'instance-segmentation': 'classes',
    'keypoint-detection': 'classes',
  },
  isOfObjects,
  spelling: AS_FOLDERS,
  async *files(dataset) {
    if (!isOfObjects(dataset.version.projectType)) return yield* wholeImages(dataset, (split) => split)
    for (const split of filledSplits(dataset.version)) yield* cropsByClass(dataset, split)
  },
  record(image, dataset) {
    if (!isOfObjects(dataset.version.projectType)) return wholeRecord(image, dataset, image.split)
    const [first] = cropsOf(image, dataset.classes)
    return first?.path ?? ''
  },
})

/** The same for the Ultralytics classifiers, which call the validation split `val`. */
export const yolov8Cls = defineExporter({
  id: 'yolov8-cls',
  title: 'YOLOv8 Classification',
  aliases: ['yolov11-cls', 'yolo26-cls'],
  keeps: KEPT,
  tasks: { [WHOLE]: 'all' },
  spelling: AS_FOLDERS,
  files: (dataset) => wholeImages(dataset, subsetOf),
  record: (image, dataset) => wholeRecord(image, dataset, subsetOf(image.split)),
})

async function* wholeImages(dataset: Dataset, rootOf: (split: Split) => string): AsyncGenerator<ExportFile> {
  const splits = filledSplits(dataset.version)
  for (const split of splits) yield* imagesByClass(dataset, split, rootOf(split))
  for (const split of splits) yield* imagesOfNoClass(dataset, split, rootOf(split))
}

function wholeRecord(image: NamedImage, { classes }: Omit<Dataset, 'images'>, root: string): string {
  const isNothing = mainClass(image, classes) === undefined
  return isNothing ? '' : `${root}/${classFolder(image, classes)}/${image.fileName}`
}
