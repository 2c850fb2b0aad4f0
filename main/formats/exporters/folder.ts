import type { Split } from '#common/split'
import { AS_FOLDERS, classFolder, mainClass, picturesByClass, picturesOfNoClass } from '../kit/class-folders.ts'
import { filledSplits, subsetOf } from '../kit/files.ts'
import { defineExporter, type Exporter } from './define.ts'

/** A folder for each class, with its images. */
export const folder = folderFormat({ id: 'folder', title: 'Folder Structure', rootOf: (split) => split })

/** The same for the classifiers of Ultralytics, which call the validation split `val`. */
export const yolov8Cls = folderFormat({
  id: 'yolov8-cls',
  title: 'YOLOv8 Classification',
  aliases: ['yolov11-cls', 'yolo26-cls'],
  rootOf: subsetOf,
})

interface FolderFormat extends Pick<Exporter, 'id' | 'title' | 'aliases'> {
  /** The folder of a split. */
  rootOf(split: Split): string
}

function folderFormat({ rootOf, ...format }: FolderFormat): Exporter {
  return defineExporter({
    ...format,
    keeps: 'The class of each picture, as the folder that it lies in.',
    tasks: { 'single-label-classification': 'all' },
    spelling: AS_FOLDERS,
    async *files(dataset) {
      const splits = filledSplits(dataset.version)
      for (const split of splits) yield* picturesByClass(dataset, split, rootOf(split))
      for (const split of splits) yield* picturesOfNoClass(dataset, split, rootOf(split))
    },
    record(image, { classes }) {
      const isNothing = mainClass(image, classes) === undefined
      return isNothing ? '' : `${rootOf(image.split)}/${classFolder(image, classes)}/${image.fileName}`
    },
  })
}
