import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { WITHOUT_COMMAS } from '../kit/class-names.ts'
import { filledSplits, imageFiles, inOrder, type NamedImage, textFile } from '../kit/files.ts'
import { classesIn } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** A table for each split: a row per image, a column per class, 1 if the image has it. */
export const multiclass = defineExporter({
  id: 'multiclass',
  title: 'Multi-Class Classification',
  keeps: message('keeps-multiclass'),
  tasks: {
    'object-detection': 'classes',
    'instance-segmentation': 'classes',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
  },
  spelling: WITHOUT_COMMAS,
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      const table = textFile(`${split}/_classes.csv`, tableText(dataset, split))
      yield* inOrder([table], imageFiles(dataset, split, split))
    }
  },
  record(image, dataset) {
    const isNothing = classesIn(image, dataset.classes).size === 0
    return isNothing ? '' : `${header(dataset)}\n${row(image, dataset)}`
  },
})

type Reading = Pick<Dataset, 'classes'>

async function* tableText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  yield `${header(dataset)}\n`
  for await (const image of dataset.images(split)) yield `${row(image, dataset)}\n`
}

function header({ classes }: Reading): string {
  return ['filename', ...classes.names].join(', ')
}

function row(image: NamedImage, { classes }: Reading): string {
  const found = classesIn(image, classes)
  return [image.fileName, ...classes.names.map((_, index) => (found.has(index) ? 1 : 0))].join(', ')
}
