import { AS_FOLDERS, classFolder, mainClass, picturesByClass, picturesOfNoClass } from '../kit/class-folders.ts'
import { filledSplits } from '../kit/files.ts'
import { defineExporter } from './define.ts'

/** A folder for each class, with its pictures. */
export const folder = defineExporter({
  id: 'folder',
  title: 'Folder Structure',
  keeps: 'The class of each picture, as the folder that it lies in.',
  tasks: { 'single-label-classification': 'all' },
  spelling: AS_FOLDERS,
  async *files(dataset) {
    const splits = filledSplits(dataset.version)
    for (const split of splits) yield* picturesByClass(dataset, split)
    for (const split of splits) yield* picturesOfNoClass(dataset, split)
  },
  record(image, { classes }) {
    const isNothing = mainClass(image, classes) === undefined
    return isNothing ? '' : `${image.split}/${classFolder(image, classes)}/${image.fileName}`
  },
})
