import { message } from '#common/messages/message'
import type { Spelling } from '../kit/class-names.ts'
import { splitsBySubset, subsetOf, textFile } from '../kit/files.ts'
import {
  AS_FOLDERS,
  classFolder,
  folderName,
  imagesByClass,
  imagesOfNoClass,
  mainClass,
} from '../kit/folders/class-folders.ts'
import { oneLine } from '../kit/version-facts.ts'
import { defineExporter } from './define.ts'

const ROOT = 'ILSVRC/Data/CLS-LOC'

/** In the list of synsets, the id of a class ends at a space. */
const AS_IDENTIFIERS: Spelling = { ...AS_FOLDERS, spell: (name) => AS_FOLDERS.spell(name).replace(/ +/g, '-') }

/**
 * ImageNet: a folder for each class and split, and a list of what the folders stand for. A class without a synset is
 * its own.
 */
export const imageNet = defineExporter({
  id: 'imagenet',
  title: 'ImageNet',
  keeps: message('keeps-imagenet'),
  tasks: { 'single-label-classification': 'all' },
  spelling: AS_IDENTIFIERS,
  async *files(dataset) {
    const lines = dataset.classes.all.map(({ name, original }) => `${folderName(name)} ${oneLine(original) || name}\n`)
    yield textFile('LOC_synset_mapping.txt', lines.join(''))
    const roots = splitsBySubset(dataset.version).map((split) => ({ split, root: `${ROOT}/${subsetOf(split)}` }))
    for (const { split, root } of roots) yield* imagesByClass(dataset, split, root)
    for (const { split, root } of roots) yield* imagesOfNoClass(dataset, split, root)
  },
  record(image, { classes }) {
    if (mainClass(image, classes) === undefined) return ''
    return `${ROOT}/${subsetOf(image.split)}/${classFolder(image, classes)}/${image.fileName}`
  },
})
