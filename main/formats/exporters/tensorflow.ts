import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { WITHOUT_COMMAS } from '../kit/class-names.ts'
import { filledSplits, imageFiles, inOrder, type NamedImage, textFile } from '../kit/files.ts'
import { wholeBox } from '../kit/numbers.ts'
import { boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

const HEADER = 'filename,width,height,class,xmin,ymin,xmax,ymax'

/** TensorFlow object detection CSV: one row per box, and none for an image without objects. */
export const tensorflow = defineExporter({
  id: 'tensorflow',
  title: 'TensorFlow Object Detection',
  keeps: message('keeps-tensorflow'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  spelling: WITHOUT_COMMAS,
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      const table = textFile(`${split}/_annotations.csv`, tableText(dataset, split))
      yield* inOrder([table], imageFiles(dataset, split, split))
    }
  },
  record(image, dataset) {
    const [first] = rows(image, dataset)
    return first === undefined ? '' : `${HEADER}\n${first}`
  },
})

async function* tableText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  yield `${HEADER}\n`
  for await (const image of dataset.images(split)) for (const row of rows(image, dataset)) yield `${row}\n`
}

function rows(image: NamedImage, { classes }: Pick<Dataset, 'classes'>): readonly string[] {
  const { fileName, width, height } = image
  return boxObjects(image, classes).map(({ classIndex, box }) => {
    const { x0, y0, x1, y1 } = wholeBox(box, image)
    return [fileName, width, height, classes.names[classIndex], x0, y0, x1, y1].join(',')
  })
}
