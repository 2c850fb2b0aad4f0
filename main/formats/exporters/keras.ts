import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { WITHOUT_COMMAS } from '../kit/class-names.ts'
import { filledSplits, imageFiles, inOrder, type NamedImage, textFile } from '../kit/files.ts'
import { wholeBox } from '../kit/numbers.ts'
import { type BoxObject, boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter, type Exporter } from './define.ts'

/** Two programs that read the same files. */
export const yoloKeras = kerasFormat({ id: 'yolokeras', title: 'YOLOv3 Keras' })
export const yolov4Pytorch = kerasFormat({ id: 'yolov4pytorch', title: 'YOLOv4 PyTorch' })

/** One line per image with all its boxes, and a file of class names. */
function kerasFormat(names: Pick<Exporter, 'id' | 'title'>): Exporter {
  return defineExporter({
    ...names,
    keeps: message('keeps-keras-lines'),
    tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
    async *files(dataset) {
      for (const split of filledSplits(dataset.version)) {
        const lines = textFile(`${split}/_annotations.txt`, lineText(dataset, split))
        const legend = textFile(`${split}/_classes.txt`, dataset.classes.names.join('\n'))
        yield* inOrder([lines, legend], imageFiles(dataset, split, split))
      }
    },
    record(image, { classes }) {
      const [first] = boxObjects(image, classes)
      return first ? `${image.fileName} ${corners(first, image).join(',')},${first.classIndex}` : ''
    },
  })
}

/** An image without objects has a line with only its name. */
async function* lineText({ images, classes }: Dataset, split: Split): AsyncGenerator<string> {
  for await (const image of images(split)) {
    const boxes = boxObjects(image, classes).map((object) => [...corners(object, image), object.classIndex].join(','))
    yield `${[image.fileName, ...boxes].join(' ')}\n`
  }
}

/** RetinaNet's table without a header: one row per box, or a row with only the image's name. */
export const retinanet = defineExporter({
  id: 'retinanet',
  title: 'RetinaNet Keras',
  keeps: message('keeps-keras-tables'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  spelling: WITHOUT_COMMAS,
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      const table = textFile(`${split}/_annotations.csv`, tableText(dataset, split))
      const legend = dataset.classes.names.map((name, index) => `${name},${index}\n`)
      yield* inOrder([table, textFile(`${split}/_classes.csv`, legend.join(''))], imageFiles(dataset, split, split))
    }
  },
  record(image, dataset) {
    const [first = ''] = rows(image, dataset)
    return first
  },
})

async function* tableText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  for await (const image of dataset.images(split)) {
    const found = rows(image, dataset)
    yield found.length === 0 ? `${image.fileName},,,,,\n` : found.map((row) => `${row}\n`).join('')
  }
}

function rows(image: NamedImage, { classes }: Pick<Dataset, 'classes'>): readonly string[] {
  return boxObjects(image, classes).map((object) =>
    [image.fileName, ...corners(object, image), classes.names[object.classIndex]].join(','),
  )
}

function corners({ box }: BoxObject, size: Size): readonly number[] {
  const { x0, y0, x1, y1 } = wholeBox(box, size)
  return [x0, y0, x1, y1]
}
