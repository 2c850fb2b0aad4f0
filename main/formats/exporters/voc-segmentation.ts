import type { PlacedShape } from '#common/annotation/shape'
import { at } from '#common/geometry/polygon'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { type Layer, paintShape } from '../kit/class-mask.ts'
import type { Spelling } from '../kit/class-names.ts'
import { besideImage, stemOf } from '../kit/file-names.ts'
import {
  byCodeUnit,
  type DataFile,
  filledSplits,
  imageFilesOfAll,
  imagesOfAll,
  type NamedImage,
  type TextFile,
  textFile,
} from '../kit/files.ts'
import { boxObjects, writtenShapes } from '../kit/objects.ts'
import { VOID, vocColour, vocNumber, vocPalette } from '../kit/png/voc-colours.ts'
import { palettePng, rgbPng } from '../kit/png.ts'
import { xmlText } from '../kit/xml.ts'
import { type Dataset, defineExporter } from './define.ts'
import { vocAnnotation, vocBox } from './voc.ts'

type Reading = Omit<Dataset, 'images'>

/** A name in the table ends at a colon, and a line that begins with a hash is a comment. */
const IN_TABLE: Spelling = {
  spell: (name) => name.replaceAll(':', '-').replace(/^#/, '-'),
  taken: ['background'],
}

/** Pascal VOC segmentation: a class mask and an object mask for each image, in VOC's colors. */
export const vocSegmentation = defineExporter({
  id: 'voc-segmentation',
  title: 'Pascal VOC Segmentation',
  aliases: ['voc_segmentation'],
  keeps: message('keeps-voc-segmentation'),
  tasks: { 'semantic-segmentation': 'all', 'instance-segmentation': 'pixels' },
  says: ['crowds'],
  spelling: IN_TABLE,
  firstClass: 1,
  async *files(dataset) {
    yield textFile('labelmap.txt', table(dataset).join(''))
    yield* annotationFiles(dataset)
    yield* listFiles(dataset)
    yield* imageFilesOfAll(dataset, 'JPEGImages')
    const { classes } = dataset
    for await (const image of imagesOfAll(dataset)) {
      yield maskFile(image, 'SegmentationClass', () =>
        painted(image, classes.all.length, ({ classId }) => classes.indexOf(classId)),
      )
    }
    for await (const image of imagesOfAll(dataset)) {
      yield maskFile(image, 'SegmentationObject', () =>
        painted(image, writtenShapes(image).length, (_, place) => place),
      )
    }
  },
  record(image, dataset) {
    const first = boxObjects(image, dataset.classes).find(({ shape }) => !shape.crowd)
    return first === undefined ? '' : (table(dataset)[first.classIndex + 1] ?? '').trimEnd()
  },
})

/** Returns the color of each class; the two last fields, parts and actions, stay empty. */
function table({ classes }: Reading): readonly string[] {
  const colours = classes.names.map((name, index) => [name, vocColour(vocNumber(index))] as const)
  return [['background', vocColour(0)] as const, ...colours].map(([name, colour]) => `${name}:${colour.join(',')}::\n`)
}

/** The objects come in the order of their numbers in the mask. */
async function* annotationFiles(dataset: Dataset): AsyncGenerator<TextFile> {
  const { classes } = dataset
  for await (const image of imagesOfAll(dataset)) {
    const objects = boxObjects(image, classes).flatMap(({ shape, classIndex, box }) =>
      shape.crowd ? [] : [vocBox(classes.names[classIndex] ?? '', box, image)],
    )
    const text = xmlText(vocAnnotation(image, { isSegmented: true, objects }))
    yield textFile(`Annotations/${besideImage(image.fileName, 'xml')}`, text)
  }
}

const LISTS: Readonly<Record<Split, string>> = { train: 'train', valid: 'val', test: 'test' }

function listFiles(dataset: Dataset): readonly TextFile[] {
  return filledSplits(dataset.version)
    .map((split) => textFile(`ImageSets/Segmentation/${LISTS[split]}.txt`, stems(dataset, split)))
    .toSorted((a, b) => byCodeUnit(a.path, b.path))
}

async function* stems(dataset: Dataset, split: Split): AsyncGenerator<string> {
  for await (const { fileName } of dataset.images(split)) yield `${stemOf(fileName)}\n`
}

type Mask = Layer<Uint8Array | Uint32Array>

/** Memory per pixel: a four-byte value, its color and the packed rows. */
const BYTES_A_PIXEL = 12

function maskFile(image: NamedImage, folder: string, make: () => Mask): DataFile {
  return {
    kind: 'data',
    path: `${folder}/${besideImage(image.fileName, 'png')}`,
    bytes: image.width * image.height * BYTES_A_PIXEL,
    make: async () => colouredPng(make()),
  }
}

/**
 * Returns for each pixel the number of the topmost object, out of `count`; 0 for the background, and the void number
 * for a crowd region.
 */
function painted(image: NamedImage, count: number, placeOf: (shape: PlacedShape, place: number) => number): Mask {
  const { width, height } = image
  const pixels = width * height
  const values = vocNumber(count - 1) < VOID ? new Uint8Array(pixels) : new Uint32Array(pixels)
  let place = 0
  for (const shape of writtenShapes(image)) {
    paintShape({ values, width, height }, shape, shape.crowd ? VOID : vocNumber(placeOf(shape, place)))
    if (!shape.crowd) place += 1
  }
  return { values, width, height }
}

const PALETTE = vocPalette(VOID)

/** Encodes without a palette, in the same colors, if there are more numbers than one holds. */
async function colouredPng({ values, ...size }: Mask): Promise<Uint8Array> {
  if (values instanceof Uint8Array) return palettePng(values, PALETTE, size)
  const colours = vocPalette(values.reduce((most, value) => Math.max(most, value), 0))
  const bytes = new Uint8Array(values.length * 3)
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = colours[at(values, Math.floor(i / 3)) * 3 + (i % 3)] ?? 0
  return rgbPng(bytes, size)
}
