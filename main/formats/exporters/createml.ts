import { boxSize } from '#common/geometry/box'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { filledSplits, imageFiles, inOrder, type NamedImage, textFile } from '../kit/files.ts'
import { r3 } from '../kit/numbers.ts'
import { boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** CreateML: one JSON list for each split, with boxes by center and size in pixels. */
export const createMl = defineExporter({
  id: 'createml',
  title: 'CreateML',
  keeps: message('keeps-createml'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      const labels = textFile(`${split}/_annotations.createml.json`, labelText(dataset, split))
      yield* inOrder([labels], imageFiles(dataset, split, split))
    }
  },
  record(image, dataset) {
    const [first] = annotations(image, dataset)
    return first === undefined ? '' : JSON.stringify(first, null, 2)
  },
})

const INDENT = 4

async function* labelText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const image of dataset.images(split)) {
    const entry = { image: image.fileName, annotations: annotations(image, dataset) }
    yield separator + JSON.stringify(entry, null, INDENT).replace(/^/gm, ' '.repeat(INDENT))
    separator = ',\n'
  }
  yield '\n]'
}

function annotations(image: NamedImage, { classes }: Pick<Dataset, 'classes'>) {
  return boxObjects(image, classes).map(({ classIndex, box }) => {
    const { width, height } = boxSize(box)
    const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]
    return {
      label: classes.names[classIndex] ?? '',
      coordinates: { x: r3(x), y: r3(y), width: r3(width), height: r3(height) },
    }
  })
}
