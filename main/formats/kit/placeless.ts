import type { Shape } from '#common/annotation/shape'
import { SPLITS, type Split, totalOf } from '#common/split'
import type { ExportSource, NamedImage } from './files.ts'

/** Kinds of shapes and images that the files have no place for. */
export interface Lost {
  readonly crowds: boolean
  readonly lines: boolean
  /** Images without an object. */
  readonly nulls: boolean
  isNull(image: NamedImage): boolean
}

/**
 * The version without the images on which only shapes lie that the files have no place for. Without a shape they would be taken for
 * background images, and a model would be taught that nothing is there. They are counted only where there are such shapes.
 */
export async function withoutPlaceless(source: ExportSource, lost: Lost) {
  const { version } = source
  const { placeless, nulls } = hasLost(version, lost) ? await countLost(source, lost) : { placeless: NONE, nulls: NONE }
  const left = (split: Split) => version.counts[split] - placeless[split] - nulls[split]
  const counts = { train: left('train'), valid: left('valid'), test: left('test') }
  return { version: { ...version, counts }, imagesLeftOut: totalOf(placeless), nullsLeftOut: totalOf(nulls) }
}

const NONE = { train: 0, valid: 0, test: 0 }

function hasLost({ crowds = 0, lines = 0 }: ExportSource['version'], lost: Lost): boolean {
  return lost.nulls || (lost.crowds && crowds > 0) || (lost.lines && lines > 0)
}

async function countLost({ images }: ExportSource, lost: Lost) {
  const [placeless, nulls] = [{ ...NONE }, { ...NONE }]
  for (const split of SPLITS) {
    for await (const image of images(split)) {
      if (isPlaceless(image, lost)) placeless[split] += 1
      else if (lost.isNull(writtenOf(image, lost))) nulls[split] += 1
    }
  }
  return { placeless, nulls }
}

/** The images that have a place in the files, with their shapes that have one. */
export async function* placed(images: AsyncIterable<NamedImage>, lost: Lost): AsyncGenerator<NamedImage> {
  for await (const image of images) {
    const written = writtenOf(image, lost)
    if (!isPlaceless(image, lost) && !lost.isNull(written)) yield written
  }
}

function writtenOf(image: NamedImage, lost: Lost): NamedImage {
  return lost.crowds ? withoutCrowds(image) : image
}

/** Whether an image has shapes, and the files have a place for none of them. A background image has none. */
function isPlaceless(image: NamedImage, lost: Lost): boolean {
  // Shapes are read from the store when they are asked for.
  if (!lost.crowds && !lost.lines) return false
  const isLost = (shape: Shape) =>
    (lost.crowds && isCrowd(shape)) || (lost.lines && (shape.kind === 'polyline' || shape.kind === 'point'))
  return image.shapes.length > 0 && image.shapes.every(isLost)
}

/** The image without the regions that stand for many objects, or for none that counts. */
export function withoutCrowds(image: NamedImage): NamedImage {
  return image.shapes.some(isCrowd) ? { ...image, shapes: image.shapes.filter((shape) => !isCrowd(shape)) } : image
}

function isCrowd(shape: Shape): boolean {
  return shape.kind !== 'whole' && shape.kind !== 'text' && shape.crowd === true
}
