import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { classMask } from '../kit/class-mask.ts'
import type { Spelling } from '../kit/class-names.ts'
import { besideImage } from '../kit/file-names.ts'
import {
  byCodeUnit,
  type DataFile,
  filledSplits,
  imageFiles,
  type NamedImage,
  subsetOf,
  textFile,
} from '../kit/files.ts'
import { vocColour, vocPalette } from '../kit/png/voc-colours.ts'
import { palettePng, rgbPng } from '../kit/png.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** The table has one class per line, and the background is the first one. */
const IN_TABLE: Spelling = { spell: (name) => name, taken: ['Void'] }

/** CamVid: each split has a folder of images and one of masks, and a table lists the class colors. */
export const camVid = defineExporter({
  id: 'camvid',
  title: 'CamVid',
  keeps: message('keeps-camvid'),
  tasks: { 'semantic-segmentation': 'all', 'instance-segmentation': 'pixels' },
  spelling: IN_TABLE,
  firstClass: 1,
  async *files(dataset) {
    const splits = filledSplits(dataset.version)
    const lists = splits.map((split) => textFile(`${subsetOf(split)}.txt`, listText(dataset, split)))
    const roots = [textFile('label_colors.txt', table(dataset).join('')), ...lists]
    yield* roots.toSorted((one, other) => byCodeUnit(one.path, other.path))
    for (const split of splits) yield* imageFiles(dataset, split, subsetOf(split))
    for (const split of splits) {
      for await (const image of dataset.images(split)) yield maskFile(image, dataset)
    }
  },
  record(image, dataset) {
    const [first] = image.shapes
    return first === undefined ? '' : (table(dataset)[dataset.classes.indexOf(first.classId) + 1] ?? '').trimEnd()
  },
})

function table({ classes }: Reading): readonly string[] {
  return ['Void', ...classes.names].map((name, value) => `${vocColour(value).join(' ')} ${name}\n`)
}

/** Yields an image and its mask per line. */
async function* listText({ images }: Dataset, split: Split): AsyncGenerator<string> {
  const subset = subsetOf(split)
  for await (const { fileName } of images(split)) {
    yield `/${subset}/${fileName} /${subset}annot/${besideImage(fileName, 'png')}\n`
  }
}

/** Memory per pixel: a two-byte value, its color and the packed rows. */
const BYTES_A_PIXEL = 8

function maskFile(image: NamedImage, { classes }: Reading): DataFile {
  return {
    kind: 'data',
    path: `${subsetOf(image.split)}annot/${besideImage(image.fileName, 'png')}`,
    bytes: image.width * image.height * BYTES_A_PIXEL,
    make: () => coloured(image, classMask(image, classes)),
  }
}

/** Encodes with a palette if one is large enough for all classes. */
async function coloured(image: NamedImage, values: Uint8Array | Uint16Array): Promise<Uint8Array> {
  if (values instanceof Uint8Array) return palettePng(values, vocPalette(255), image)
  const colours = vocPalette(values.reduce((most, value) => Math.max(most, value), 0))
  const bytes = new Uint8Array(values.length * 3)
  for (const [pixel, value] of values.entries()) bytes.set(colours.subarray(value * 3, value * 3 + 3), pixel * 3)
  return rgbPng(bytes, image)
}
