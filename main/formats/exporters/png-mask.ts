import { isPlaced } from '#common/annotation/shape'
import { message } from '#common/messages/message'
import { classMask } from '../kit/class-mask.ts'
import { WITHOUT_COMMAS } from '../kit/class-names.ts'
import { stemOf } from '../kit/file-names.ts'
import { type DataFile, filledSplits, imagesWith, inOrder, type NamedImage, textFile } from '../kit/files.ts'
import { greyPng } from '../kit/png.ts'
import { type Dataset, defineExporter } from './define.ts'

/** A mask beside each image: the value of a pixel is the number of its class, 0 for the background. */
export const pngMask = defineExporter({
  id: 'png-mask-semantic',
  title: 'PNG Masks',
  keeps: message('keeps-png-mask'),
  tasks: { 'semantic-segmentation': 'all', 'instance-segmentation': 'pixels' },
  // The table uses this name for pixels without a class.
  spelling: { ...WITHOUT_COMMAS, taken: ['background'] },
  firstClass: 1,
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      const table = textFile(`${split}/_classes.csv`, legend(dataset).join('\n'))
      const images = imagesWith(dataset, split, (image) => [maskFile(image, dataset)])
      yield* inOrder([table], images)
    }
  },
  record(image, { classes }) {
    const first = image.shapes.find(isPlaced)
    if (first === undefined) return ''
    const [header = '', ...lines] = legend({ classes })
    return `${header}\n${lines[classes.indexOf(first.classId) + 1]}`
  },
})

function legend({ classes }: Pick<Dataset, 'classes'>): readonly string[] {
  return ['Pixel Value, Class', ...['background', ...classes.names].map((name, value) => `${value}, ${name}`)]
}

function maskFile(image: NamedImage, { classes }: Dataset): DataFile {
  return {
    kind: 'data',
    path: `${image.split}/${stemOf(image.fileName)}_mask.png`,
    bytes: image.width * image.height * 3,
    make: () => greyPng(classMask(image, classes), image),
  }
}
