import { type Box, boxArea } from '#common/geometry/box'
import type { Split } from '#common/split'
import type { ClassList } from '../class-names.ts'
import { stemOf } from '../file-names.ts'
import { byCodeUnit, type CropFile, type EmptyFolder, type ExportSource, type NamedImage } from '../files.ts'
import { boxObjects } from '../objects.ts'
import { folderName } from './class-folders.ts'

interface Classified extends Pick<ExportSource, 'images'> {
  readonly classes: ClassList
}

/** Objects are cut out together until their windows have so many pixels: what is cut out waits in memory for its turn. */
const MOST_PIXELS = 16_000_000

const LEAST_DIGITS = 4

/**
 * The objects of a split, each as an image in the folder of its class; a class without one has an empty folder. They come image by image,
 * and those of an image by code unit: no more than one image is held.
 */
export async function* cropsByClass(dataset: Classified, split: Split): AsyncGenerator<CropFile | EmptyFolder> {
  const { images, classes } = dataset
  const empty = new Set(classes.names.keys())
  for await (const image of images(split)) {
    for (const { classIndex } of boxObjects(image, classes)) empty.delete(classIndex)
  }
  const folders = [...empty].map((index) => `${split}/${folderName(classes.names[index] ?? '')}`)
  for (const path of folders.toSorted(byCodeUnit)) yield { kind: 'folder', path }
  for await (const image of images(split)) yield* cropsOf(image, classes)
}

/** The objects of an image, by code unit of their paths. */
export function cropsOf(image: NamedImage, classes: ClassList): readonly CropFile[] {
  const objects = boxObjects(image, classes)
  const digits = Math.max(LEAST_DIGITS, String(objects.length).length)
  const crops = objects.map(({ classIndex, box }, index) => {
    const folder = `${image.split}/${folderName(classes.names[classIndex] ?? '')}`
    return {
      path: `${folder}/${cropName(image, String(index + 1).padStart(digits, '0'))}`,
      window: wholePixels(box, image),
    }
  })
  const { fileName, blob, bytes } = image
  return inCuts(crops.toSorted((a, b) => byCodeUnit(a.path, b.path))).flatMap((group) => {
    const cut = { image: { fileName, blob, bytes }, windows: group.map(({ window }) => window) }
    return group.map(({ path }, place) => ({ kind: 'crop' as const, path, cut, place }))
  })
}

/** A crop of an image without loss has none either. */
function cropName({ fileName }: NamedImage, number: string): string {
  return `${stemOf(fileName)}_${number}.${fileName.endsWith('.jpg') ? 'jpg' : 'png'}`
}

/** The pixels that a box touches. */
function wholePixels({ x0, y0, x1, y1 }: Box, { width, height }: NamedImage): Box {
  return {
    x0: Math.max(0, Math.floor(x0)),
    y0: Math.max(0, Math.floor(y0)),
    x1: Math.min(width, Math.ceil(x1)),
    y1: Math.min(height, Math.ceil(y1)),
  }
}

function inCuts<Crop extends { readonly window: Box }>(crops: readonly Crop[]): readonly (readonly Crop[])[] {
  const cuts: Crop[][] = []
  let pixels = Number.POSITIVE_INFINITY
  for (const crop of crops) {
    const area = boxArea(crop.window)
    if (pixels + area > MOST_PIXELS) {
      cuts.push([])
      pixels = 0
    }
    cuts.at(-1)?.push(crop)
    pixels += area
  }
  return cuts
}
