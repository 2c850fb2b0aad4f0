import type { Shape } from '#common/annotation/shape'
import { boxRing } from '#common/geometry/box'
import { type Ring, ringsBounds, signedRingArea } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { besideImage } from '../kit/file-names.ts'
import { byCodeUnit, type ExportFile, filledSplits, imageFiles, type NamedImage, textFile } from '../kit/files.ts'
import { int, wholeBox } from '../kit/numbers.ts'
import { orientedObjects } from '../kit/objects.ts'
import { saidBy } from '../kit/said/attributes.ts'
import { oneLine } from '../kit/version-facts.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** Folders of the benchmark, which names its test set differently and has no validation set. */
const FOLDERS: Readonly<Record<Split, { readonly images: string; readonly words: string }>> = {
  train: { images: 'ch4_training_images', words: 'ch4_training_localization_transcription_gt' },
  valid: { images: 'ch4_validation_images', words: 'ch4_validation_localization_transcription_gt' },
  test: { images: 'ch4_test_images', words: 'Challenge4_Test_Task1_GT' },
}

/** ICDAR 2015: `gt_img_1.txt` for `img_1.jpg`, with a line per word: four corners and the text. */
export const icdar = defineExporter({
  id: 'icdar',
  title: 'ICDAR 2015',
  aliases: ['icdar2015'],
  says: ['crowds'],
  isClassless: true,
  keeps: message('keeps-icdar'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  async *files(dataset) {
    const folders = filledSplits(dataset.version).flatMap((split) => [
      { folder: FOLDERS[split].images, files: imageFiles(dataset, split, FOLDERS[split].images) },
      { folder: FOLDERS[split].words, files: wordFiles(dataset, split) },
    ])
    for (const { files } of folders.toSorted((one, other) => byCodeUnit(one.folder, other.folder))) yield* files
  },
  record(image, dataset) {
    const [first = ''] = lines(image, dataset)
    return first
  },
})

async function* wordFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
  for await (const image of dataset.images(split)) yield wordFile(image, dataset)
}

function wordFile(image: NamedImage, dataset: Reading): ExportFile {
  const path = `${FOLDERS[image.split].words}/gt_${besideImage(image.fileName, 'txt')}`
  return textFile(
    path,
    lines(image, dataset)
      .map((line) => `${line}\n`)
      .join(''),
  )
}

/** Illegible text is written as `###`, which evaluation ignores. */
function lines(image: NamedImage, { classes }: Reading): readonly string[] {
  return orientedObjects(image, classes).map(({ shape, corners: rectangle }) => {
    const corners = wholeCorners(quadrilateralOf(shape) ?? rectangle, image)
    const said = String(saidBy(shape, classes)?.['transcription'] ?? '')
    return [...corners, shape.crowd ? '###' : oneLine(said)].join(',')
  })
}

/** Rounds to whole pixels. A shape that would vanish becomes the box around its pixels. */
function wholeCorners(ring: Ring, size: Size): Ring {
  const whole = ring.map(int)
  return signedRingArea(whole) === 0 ? boxRing(wholeBox(ringsBounds([ring]), size)) : whole
}

/** Returns any outline of four corners, even if it is not a rectangle. */
function quadrilateralOf(shape: Shape): Ring | undefined {
  const [ring, ...others] = shape.kind === 'polygon' ? shape.rings : []
  return ring?.length === 8 && others.length === 0 ? ring : undefined
}
