import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import type { Spelling } from '../kit/class-names.ts'
import { stemOf } from '../kit/file-names.ts'
import { type ExportFile, type NamedImage, splitsBySubset, subsetOf, textFile } from '../kit/files.ts'
import { fieldLines } from '../kit/json.ts'
import { int } from '../kit/numbers.ts'
import { outlinedObjects } from '../kit/objects.ts'
import { slugsOf } from '../kit/version-facts.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Omit<Dataset, 'images'>

/** In Cityscapes a name that ends in "group" stands for objects that were not separated. */
const WITHOUT_GROUP: Spelling = { spell: (name) => name.replace(/group$/, '$&-') }

/**
 * Cityscapes: images and outlines in two trees, each with a folder per split and, inside, one per city (here the
 * project).
 */
export const cityscapes = defineExporter({
  id: 'cityscapes',
  title: 'Cityscapes',
  says: ['crowds'],
  keeps: message('keeps-cityscapes'),
  tasks: { 'instance-segmentation': 'all', 'semantic-segmentation': 'all' },
  spelling: WITHOUT_GROUP,
  async *files(dataset) {
    const splits = splitsBySubset(dataset.version)
    for (const split of splits) yield* polygonFiles(dataset, split)
    for (const split of splits) yield* imageFiles(dataset, split)
  },
  record(image, dataset) {
    const [first] = objects(image, dataset)
    return first === undefined ? '' : fieldLines(first)
  },
})

async function* polygonFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
  for await (const image of dataset.images(split)) {
    const { width: imgWidth, height: imgHeight } = image
    const text = JSON.stringify({ imgHeight, imgWidth, objects: objects(image, dataset) })
    yield textFile(`gtFine/${folderOf(dataset, split)}/${stemOf(image.fileName)}_gtFine_polygons.json`, text)
  }
}

/** Both files of an image share a prefix, and end in the name of their tree. */
async function* imageFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
  for await (const { fileName, blob, bytes } of dataset.images(split)) {
    const stem = stemOf(fileName)
    const path = `leftImg8bit/${folderOf(dataset, split)}/${stem}_leftImg8bit${fileName.slice(stem.length)}`
    yield { kind: 'image', path, blob, bytes }
  }
}

function folderOf({ version }: Reading, split: Split): string {
  return `${subsetOf(split)}/${slugsOf(version).project || 'dataset'}`
}

function objects(image: NamedImage, { classes }: Reading): readonly object[] {
  return outlinedObjects(image, classes).flatMap(({ shape, classIndex, parts }) => {
    const label = `${classes.names[classIndex] ?? ''}${shape.crowd ? 'group' : ''}`
    return parts.map((part) => ({ label, polygon: pairs(part.map(int)) }))
  })
}

function pairs(flat: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2))
}
