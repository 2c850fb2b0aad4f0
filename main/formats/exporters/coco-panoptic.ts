import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { paintShape } from '../kit/class-mask.ts'
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
import { fieldLines, listed } from '../kit/json.ts'
import { writtenShapes } from '../kit/objects.ts'
import { rgbPng } from '../kit/png.ts'
import { editionTitle } from '../kit/version-facts.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Omit<Dataset, 'images'>

/** COCO panoptic: for each split a JSON file and a folder of PNGs whose colors encode segment ids. */
export const cocoPanoptic = defineExporter({
  id: 'coco-panoptic',
  title: 'COCO Panoptic',
  keeps: (type) => message(type === 'semantic-segmentation' ? 'keeps-panoptic-classes' : 'keeps-panoptic-objects'),
  tasks: { 'instance-segmentation': 'pixels', 'semantic-segmentation': 'all' },
  says: ['crowds'],
  firstClass: 1,
  async *files(dataset) {
    const splits = filledSplits(dataset.version)
    for (const split of splits.toSorted((one, other) => byCodeUnit(subsetOf(one), subsetOf(other)))) {
      yield textFile(`annotations/${folderOf(split)}.json`, labelText(dataset, split))
      for await (const image of dataset.images(split)) yield maskFile(image, dataset)
    }
    for (const split of splits) yield* imageFiles(dataset, split, subsetOf(split))
  },
  record(image, dataset) {
    const [first] = segments(image, dataset)
    return first === undefined ? '' : fieldLines(first)
  },
})

function folderOf(split: Split): string {
  return `panoptic_${subsetOf(split)}`
}

async function* labelText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  yield `{"info":${JSON.stringify({ description: editionTitle(dataset.version) })},"images":[`
  yield* listed(imageRecords(dataset, split))
  yield '],"annotations":['
  yield* listed(annotationRecords(dataset, split))
  yield `],"categories":${JSON.stringify(categories(dataset))}}`
}

async function* imageRecords({ images }: Dataset, split: Split): AsyncGenerator<string> {
  let id = 0
  for await (const { fileName: file_name, width, height } of images(split)) {
    id += 1
    yield JSON.stringify({ id, file_name, width, height })
  }
}

/** An image without segments has an empty list. */
async function* annotationRecords(dataset: Dataset, split: Split): AsyncGenerator<string> {
  let image_id = 0
  for await (const image of dataset.images(split)) {
    image_id += 1
    const file_name = besideImage(image.fileName, 'png')
    yield JSON.stringify({ image_id, file_name, segments_info: segments(image, dataset) })
  }
}

/** In projects of semantic segmentation a class is one segment, and not a countable thing. */
function isOfClasses({ version }: Reading): boolean {
  return version.projectType === 'semantic-segmentation'
}

function categories(dataset: Reading) {
  const isthing = isOfClasses(dataset) ? 0 : 1
  return dataset.classes.names.map((name, index) => ({ id: index + 1, name, supercategory: name, isthing }))
}

/** Returns for each pixel the number of the topmost segment, 0 where there is none. */
function painted(image: NamedImage, dataset: Reading): Uint32Array {
  const { width, height } = image
  const values = new Uint32Array(width * height)
  for (const [place, shape] of writtenShapes(image).entries()) {
    paintShape({ values, width, height }, shape, numberOf(place, dataset.classes.indexOf(shape.classId), dataset))
  }
  return values
}

function numberOf(place: number, classIndex: number, dataset: Reading): number {
  return (isOfClasses(dataset) ? classIndex : place) + 1
}

interface Segment {
  readonly id: number
  readonly category_id: number
  readonly area: number
  readonly bbox: readonly number[]
  readonly iscrowd: 0 | 1
}

/** Returns the visible part of each object; an object that others cover completely is no segment. */
function segments(image: NamedImage, dataset: Reading): readonly Segment[] {
  const measured = measure(painted(image, dataset), image)
  const about = new Map(
    writtenShapes(image).map((shape, place) => {
      const classIndex = dataset.classes.indexOf(shape.classId)
      return [
        numberOf(place, classIndex, dataset),
        { category_id: classIndex + 1, iscrowd: shape.crowd ? 1 : 0 },
      ] as const
    }),
  )
  return [...measured]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([id, { area, x0, y0, x1, y1 }]) => {
      const known = about.get(id)
      return known ? [{ id, ...known, area, bbox: [x0, y0, x1 - x0, y1 - y0] }] : []
    })
}

interface Extent {
  area: number
  x0: number
  y0: number
  x1: number
  y1: number
}

function measure(values: Uint32Array, { width }: Size): ReadonlyMap<number, Extent> {
  const found = new Map<number, Extent>()
  for (const [pixel, value] of values.entries()) {
    if (value === 0) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const extent = found.get(value) ?? { area: 0, x0: x, y0: y, x1: x + 1, y1: y + 1 }
    extent.area += 1
    extent.x0 = Math.min(extent.x0, x)
    extent.x1 = Math.max(extent.x1, x + 1)
    extent.y1 = y + 1
    found.set(value, extent)
  }
  return found
}

/** Memory per pixel: a four-byte value, its color and the packed rows. */
const BYTES_A_PIXEL = 12

function maskFile(image: NamedImage, dataset: Reading): DataFile {
  return {
    kind: 'data',
    path: `annotations/${folderOf(image.split)}/${besideImage(image.fileName, 'png')}`,
    bytes: image.width * image.height * BYTES_A_PIXEL,
    make: () => rgbPng(colours(painted(image, dataset)), image),
  }
}

/** An id is red + 256 · green + 65,536 · blue. */
function colours(values: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 3)
  for (const [pixel, value] of values.entries()) {
    if (value > 0) bytes.set([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff], pixel * 3)
  }
  return bytes
}
