import { message } from '#common/messages/message'
import { toAscii } from '../kit/ascii.ts'
import { byCodeUnit, filledSplits, inOrder, textFile } from '../kit/files.ts'
import { AS_FOLDERS, folderName, imagesByClass, imagesOfNoClass, mainClass } from '../kit/folders/class-folders.ts'
import { type Dataset, defineExporter } from './define.ts'

/** Folders of classes with a caption for each class, for models that learn from both. */
export const clip = defineExporter({
  id: 'clip',
  title: 'OpenAI CLIP Classification',
  keeps: message('keeps-clip'),
  tasks: {
    'single-label-classification': 'all',
    'object-detection': 'classes',
    'instance-segmentation': 'classes',
  },
  spelling: AS_FOLDERS,
  async *files(dataset) {
    // Readers match the captions to the sorted folders.
    const folders = new Map(dataset.classes.names.map((name) => [folderName(name), name]))
    const names = [...folders].toSorted(([a], [b]) => byCodeUnit(a, b)).map(([, name]) => name)
    const captions = names.map((name) => `${caption(name, dataset)}\n`)
    for (const split of filledSplits(dataset.version)) {
      const text = textFile(`${split}/_tokenization.txt`, captions.join(''))
      yield* inOrder([text], imagesByClass(dataset, split))
    }
    for (const split of filledSplits(dataset.version)) yield* imagesOfNoClass(dataset, split)
  },
  record(image, dataset) {
    const name = dataset.classes.names[mainClass(image, dataset.classes) ?? -1]
    return name === undefined ? '' : caption(name, dataset)
  },
})

function caption(name: string, { version }: Pick<Dataset, 'version'>): string {
  return `a photo of a ${name}, from the ${toAscii(version.group).trim() || 'objects'} dataset`
}
