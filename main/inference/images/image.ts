import { createHash } from 'node:crypto'
import { brand } from '#common/border'
import { type Affine, compose, identity, invertAffine, scaling, translation } from '#common/geometry/affine'
import { type Box, boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { cropWindow } from '#common/versions/window'
import { MAX_HELD_PIXELS } from '#core/dataset/images/rules'
import type { ImageSource, SkippedSteps } from '#core/models/inference/operations'
import { ImageRefusedError } from '#decoding/refused'
import { ImageReadError } from '#transforms/image-read-error'
import { renderFile } from '#transforms/pixels/render'
import { type ImageFile, openEncoded, type SourceImage } from '#transforms/pixels/source'
import { type Plan, placeCentred, type Warp } from '#transforms/plan'
import type { Pixels } from '#transforms/raster'
import { planFirst, planParts } from '#transforms/recipe'
import { ImageError } from './image-error.ts'
import { readPickledPixels } from './pickled.ts'

/** How a model wants an image laid into its frame. */
export type Frame = Pick<ModelInput, 'width' | 'height' | 'resize' | 'padding'>

/** The pixels of a frame, and the way back. */
export interface Framed {
  readonly pixels: Pixels
  /** From the frame's pixels to those of the displayed image. */
  readonly toImage: Affine
  /** The part of the frame that shows the image, in whole pixels of the frame. */
  readonly content: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }
}

/** Pixels to draw on, and where a point of the displayed image lies on them. */
export interface Canvas {
  readonly pixels: Pixels
  readonly toCanvas: Affine
}

/** How an image is read. */
export interface Reading {
  readonly skip?: SkippedSteps
  /** Aborts when nobody waits for the image any more. */
  readonly signal?: AbortSignal
}

/** Drawings are looked at: more pixels than this show nothing more, and would take gigabytes to draw. */
const MOST_DRAWN_PIXELS = 64_000_000

/** Steps of the model's training settings that an image goes through first. */
export interface Preparing {
  readonly steps: NonNullable<ModelManifest['preprocessing']>
  readonly skip: SkippedSteps
}

/** An image that a request brought. Sizes and coordinates are those of the image as it is displayed. */
export interface Image {
  readonly size: Size
  /** 8-bit RGB of the whole displayed image laid into a frame, after the model's own steps. */
  framed(frame: Frame, preparing?: Preparing): Promise<Framed>
  /** 8-bit RGB of the whole displayed image. */
  pixels(): Promise<Pixels>
  /** The same to be drawn upon: made smaller where it has more pixels than this. */
  canvas(mostPixels?: number): Promise<Canvas>
  /** SHA-1 of the displayed RGB, in hexadecimal digits: the same for two images with equal pixels. */
  contentHash(): Promise<string>
}

const SKIP_NOTHING: SkippedSteps = { autoOrient: false, contrast: false, grayscale: false, staticCrop: false }
const NO_IMAGE = brand<ImageId>('')
const NEVER = new AbortController().signal

/** Reads the header of an image. Throws an `ImageError` for what is no image, or one too large to be decoded. */
export async function readImage(
  source: ImageSource,
  { skip = SKIP_NOTHING, signal = NEVER }: Reading = {},
): Promise<Image> {
  const file = await openFile(source)
  const stored = await openEncoded(NO_IMAGE, file).catch(toImageError)
  const { width, height } = stored.stored
  if (width * height > MAX_HELD_PIXELS) throw new ImageError(message('image-too-many-pixels'))
  const image = skip.autoOrient ? unturned(stored) : stored
  const crop = source.kind === 'file' ? source.crop : undefined
  const size = crop ? boxSize(crop) : image.displayed
  const first = crop ? [cutOut(image.displayed, crop)] : []
  const render = (plans: readonly Plan[]) => renderFile(image, [...first, ...plans], signal).catch(toImageError)
  return {
    size,
    async framed(frame, preparing = { steps: {}, skip: SKIP_NOTHING }) {
      const { plans, toImage, content } = planFrame(size, frame, preparing)
      return { pixels: await render(plans), toImage, content }
    },
    pixels: () => render([]),
    async canvas(mostPixels = MOST_DRAWN_PIXELS) {
      const frame = atMost(size, mostPixels)
      const pixels = await render(frame === size ? [] : [layInto(size, { ...frame, resize: 'stretch', padding: 0 })])
      return { pixels, toCanvas: scaling(frame.width / size.width, frame.height / size.height) }
    },
    async contentHash() {
      const { data } = await render([])
      return createHash('sha1').update(data).digest('hex')
    },
  }
}

function atMost(size: Size, mostPixels: number): Size {
  const scale = Math.sqrt(mostPixels / (size.width * size.height))
  if (scale >= 1) return size
  const side = (length: number) => Math.max(1, Math.floor(length * scale))
  return { width: side(size.width), height: side(size.height) }
}

async function openFile(source: ImageSource): Promise<ImageFile> {
  switch (source.kind) {
    case 'file':
      return source.path
    case 'encoded':
      return source.bytes
    case 'pickled':
      return readPickledPixels(source.bytes)
  }
}

function cutOut(from: Size, crop: Box): Warp {
  return { kind: 'warp', affine: translation(-crop.x0, -crop.y0), from, frame: boxSize(crop), edges: 'black' }
}

/** The image as the file has it, whatever its tag says. */
function unturned(image: SourceImage): SourceImage {
  return { ...image, orientation: 1, displayed: image.stored }
}

/** The steps that lay a displayed image into a frame: those of version generation, then the frame itself. */
export function planFrame(size: Size, frame: Frame, { steps, skip }: Preparing) {
  const chosen = {
    ...(!skip.staticCrop && { 'static-crop': steps['static-crop'] }),
    ...(!skip.contrast && { contrast: steps.contrast }),
    ...(!skip.grayscale && { grayscale: steps.grayscale }),
  }
  const first = planFirst(chosen, { frame: size, orientation: 1 })
  const crop = chosen['static-crop']
  const window = crop ? cropWindow(crop, size) : { x0: 0, y0: 0, x1: size.width, y1: size.height }
  const cropped = boxSize(window)
  const parts = planParts(chosen, { frame: cropped, shapes: [], orientation: 1 }, new Map())
  const last = layInto(cropped, frame)
  const back = invertAffine(last.affine) ?? identity
  const toImage = compose(back, translation(window.x0, window.y0))
  return { plans: [...first, ...(parts[0]?.plans ?? []), last], toImage, content: contentOf(cropped, last) }
}

function layInto(from: Size, { width, height, resize, padding }: Frame): Warp {
  const frame = { width, height }
  switch (resize) {
    case 'stretch':
      return placeCentred(from, frame, { frame, edges: padding })
    case 'letterbox':
      return placeCentred(from, contained(from, frame), { frame, edges: padding })
    case 'pad-end': {
      const content = contained(from, frame)
      const affine = scaling(content.width / from.width, content.height / from.height)
      return { kind: 'warp', affine, from, frame, edges: padding }
    }
    case 'cover':
      return placeCentred(from, covering(from, frame), { frame, edges: padding })
    case 'center-crop':
      return placeCentred(from, from, { frame, edges: padding })
  }
}

/** The largest size of the same proportions inside a frame, cut down to whole pixels; at least one pixel. */
function contained(from: Size, frame: Size): Size {
  const scale = Math.min(frame.width / from.width, frame.height / from.height)
  // The product of a side with its own quotient may fall just short of the side.
  const side = (length: number) => Math.max(1, Math.floor(length * scale + 1e-9))
  return { width: side(from.width), height: side(from.height) }
}

function covering(from: Size, frame: Size): Size {
  const scale = Math.max(frame.width / from.width, frame.height / from.height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(from.width), height: side(from.height) }
}

function contentOf(from: Size, { affine, frame }: Warp) {
  const [right, bottom] = [affine.e + affine.a * from.width, affine.f + affine.d * from.height]
  return {
    x0: Math.max(0, Math.round(affine.e)),
    y0: Math.max(0, Math.round(affine.f)),
    x1: Math.min(frame.width, Math.round(right)),
    y1: Math.min(frame.height, Math.round(bottom)),
  }
}

function toImageError(failure: unknown): never {
  if (!(failure instanceof ImageReadError)) throw failure
  const { cause } = failure
  throw new ImageError(cause instanceof ImageRefusedError ? reasonOf(cause.refusal) : UNREADABLE, failure)
}

const UNREADABLE = message('image-not-readable')

function reasonOf(refusal: ImageRefusedError['refusal']): Message {
  if (refusal.kind === 'too-many-pixels') return message('image-too-many-pixels')
  if (refusal.kind !== 'unsupported' || refusal.detail === 'unknown') return UNREADABLE
  return message('image-kind-unsupported', { type: refusal.detail })
}
