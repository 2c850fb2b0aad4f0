import { message } from '#common/messages/message'
import { SPLITS } from '#common/split'
import { WITHOUT_COMMAS } from '../kit/class-names.ts'
import { filledSplits, imageFiles, type NamedImage, textFile } from '../kit/files.ts'
import { r3 } from '../kit/numbers.ts'
import { boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

const HEADER = 'split,filename,width,height,class_id,class,xmin,ymin,xmax,ymax'

/** One table of all splits, for programs that evaluate models. */
export const benchmarker = defineExporter({
  id: 'benchmarker',
  title: 'Benchmarker',
  keeps: message('keeps-benchmarker'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  spelling: WITHOUT_COMMAS,
  async *files(dataset) {
    yield textFile('annotations.csv', tableText(dataset))
    for (const split of filledSplits(dataset.version)) yield* imageFiles(dataset, split, split)
  },
  record(image, { classes }) {
    const isNothing = boxObjects(image, classes).length === 0
    return isNothing ? '' : `${HEADER}\n${rows(image, { classes })[0]}`
  },
})

async function* tableText(dataset: Dataset): AsyncGenerator<string> {
  yield `${HEADER}\n`
  for (const split of SPLITS) {
    for await (const image of dataset.images(split)) for (const row of rows(image, dataset)) yield `${row}\n`
  }
}

/** An image without objects has a row. */
function rows(image: NamedImage, { classes }: Pick<Dataset, 'classes'>): readonly string[] {
  const start = [image.split, image.fileName, image.width, image.height].join(',')
  const objects = boxObjects(image, classes).map(({ classIndex, box }) => {
    const corners = [box.x0, box.y0, box.x1, box.y1].map(r3)
    return [start, classIndex, classes.names[classIndex], ...corners].join(',')
  })
  return objects.length === 0 ? [`${start},,,,,,`] : objects
}
