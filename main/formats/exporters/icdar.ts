import type { Shape } from '#common/annotation/shape'
import type { Ring } from '#common/geometry/polygon'
import { besideImage } from '../kit/file-names.ts'
import { type ExportFile, filledSplits, type NamedImage, pictureFiles, subsetOf, textFile } from '../kit/files.ts'
import { int } from '../kit/numbers.ts'
import { orientedObjects } from '../kit/objects.ts'
import { saidBy } from '../kit/said/attributes.ts'
import { oneLine } from '../kit/version-facts.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** ICDAR 2015: `gt_img_1.txt` for `img_1.jpg`, a line for each word with its four corners and what it says. */
export const icdar = defineExporter({
  id: 'icdar',
  title: 'ICDAR 2015',
  aliases: ['icdar2015'],
  says: ['crowds'],
  keeps:
    'The four corners of each word in whole pixels without its class, and what its attribute "transcription" says, in one text file for each image.',
  tasks: { 'object-detection': 'all', 'instance-segmentation': 'all' },
  async *files(dataset) {
    const splits = filledSplits(dataset.version)
    for (const split of splits) {
      for await (const image of dataset.images(split)) yield wordFile(image, dataset)
    }
    for (const split of splits) yield* pictureFiles(dataset, split, `images/${subsetOf(split)}`)
  },
  record(image, dataset) {
    const [first = ''] = lines(image, dataset)
    return first
  },
})

function wordFile(image: NamedImage, dataset: Reading): ExportFile {
  const path = `annotations/${subsetOf(image.split)}/gt_${besideImage(image.fileName, 'txt')}`
  return textFile(
    path,
    lines(image, dataset)
      .map((line) => `${line}\n`)
      .join(''),
  )
}

/** Text that nobody can read says `###`: detectors are not judged by it. */
function lines(image: NamedImage, { classes }: Reading): readonly string[] {
  return orientedObjects(image, classes).map(({ shape, corners: rectangle }) => {
    const corners = quadrilateralOf(shape) ?? rectangle
    const said = String(saidBy(shape, classes)?.['transcription'] ?? '')
    return [...corners.map(int), shape.crowd ? '###' : oneLine(said)].join(',')
  })
}

/** An outline of four corners need not be a rectangle. */
function quadrilateralOf(shape: Shape): Ring | undefined {
  const [ring, ...others] = shape.kind === 'polygon' ? shape.rings : []
  return ring?.length === 8 && others.length === 0 ? ring : undefined
}
