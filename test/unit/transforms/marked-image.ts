import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type Shape, shapeRings } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'
import { type Rings, ringsBounds, ringsContain } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { ClassId, ImageId, ShapeId } from '#common/ids'
import type { VersionSettings } from '#common/versions/settings'
import type { RenderedImage, RenderJob, RenderPart } from '#core/versions/ports'
import { placed } from '#test/kit/placed'
import { versionRenderer } from '#transforms/pipeline'

const GREY = 110
const classId = ClassId.parse('classAAAA')
const folder = mkdtempSync(join(tmpdir(), 'tessera-transforms-'))
let written = 0

// Several files of tests in one process share the folder.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

export const imageId = ImageId.parse('imageAAAA1')
export const seed = '0123456789abcdef0123456789abcdef'
export const never = new AbortController().signal

export function boxShape(x0: number, y0: number, x1: number, y1: number): Shape {
  return { id: ShapeId.parse('shapeBOX1'), classId, z: 0, origin: 'hand', kind: 'box', box: { x0, y0, x1, y1 } }
}

export function polygonShape(...ring: number[]): Shape {
  return { id: ShapeId.parse('shapePOL1'), classId, z: 1, origin: 'hand', kind: 'polygon', rings: [ring] }
}

export function ringsOf(shape: Shape): Rings {
  return shapeRings(placed(shape))
}

/** An image with its objects painted on gray, in the frame it is shown in. */
export interface Marked extends Size {
  readonly shapes: readonly Shape[]
  /** Brightness of the objects. */
  readonly ink: 0 | 255
  /** EXIF tag of the file; its pixels are turned so that it shows as painted. */
  readonly orientation: number
}

/** The painted image as a file. */
export async function write({ width, height, shapes, ink, orientation }: Marked): Promise<string> {
  const data = Buffer.from(coverage(shapes, { width, height }).map((isHere) => (isHere ? ink : GREY)))
  const shown = sharp(data, { raw: { width, height, channels: 1 } })
  const turned = await turnBack(shown, orientation).png().toBuffer()
  const stored = sharp(turned).withMetadata({ orientation })
  return save(stored.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }), 'jpg')
}

export async function save(image: Sharp, extension: string): Promise<string> {
  const path = join(folder, `${++written}.${extension}`)
  await image.toFile(path)
  return path
}

/** Undoes what a viewer does for each EXIF orientation. */
function turnBack(image: Sharp, orientation: number): Sharp {
  const turns: Record<number, (image: Sharp) => Sharp> = {
    2: (shown) => shown.flop(),
    3: (shown) => shown.rotate(180),
    4: (shown) => shown.flip(),
    5: (shown) => shown.flop().rotate(270),
    6: (shown) => shown.rotate(270),
    7: (shown) => shown.flop().rotate(90),
    8: (shown) => shown.rotate(90),
  }
  return turns[orientation]?.(image) ?? image
}

/** Which image of a job, and what differs from the usual in it. */
export interface Wish extends Partial<Omit<RenderJob, 'wanted'>> {
  readonly part?: number
  readonly variant?: number
  readonly others?: readonly RenderPart[]
}

/** Renders a marked image; variant 1 unless told otherwise. */
export async function render(marked: Marked, settings: VersionSettings, wish: Wish = {}): Promise<RenderedImage> {
  const { width, height, shapes } = marked
  return renderOne({ source: { imageId, path: await write(marked), width, height, shapes }, settings, ...wish })
}

/** All images that one job makes of a source, which is read once for them. Throws where one is missing. */
export async function renderAll(
  job: Partial<RenderJob> & Pick<RenderJob, 'source' | 'settings' | 'wanted'>,
  signal = never,
): Promise<RenderedImage[]> {
  const made: RenderedImage[] = []
  for await (const image of versionRenderer.render({ seed, skeletons: new Map(), ...job }, signal)) made.push(image)
  if (made.length !== job.wanted.length) throw new Error(`${made.length} images were made, not ${job.wanted.length}`)
  return made
}

/** The one image that is wished for. */
export async function renderOne(
  { part = 0, variant = 1, others = [], ...job }: Wish & Pick<RenderJob, 'source' | 'settings'>,
  signal = never,
): Promise<RenderedImage> {
  const [image] = await renderAll({ ...job, wanted: [{ part, variant, others }] }, signal)
  if (image === undefined) throw new Error('No image was made')
  return image
}

/**
 * Pixels where image and labels say different things. Those within one pixel of an outline are left out, and so is
 * the outermost row, where a label that is cut narrower than a pixel is dropped.
 */
export async function disagreements(
  { encoded: jpeg, shapes }: RenderedImage,
  ink: 0 | 255,
): Promise<readonly string[]> {
  const { width, height, isPainted } = await painting(jpeg, ink)
  const covered = coverage(shapes, { width, height })
  const found: string[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const labelled = certainty(covered, y * width + x, width)
      if (labelled === undefined || labelled === isPainted(x, y)) continue
      found.push(`${x},${y} ${labelled ? 'unpainted' : 'unlabelled'}`)
    }
  }
  return found
}

/** The smallest box around everything painted. */
export async function paintedBounds({ encoded: jpeg }: RenderedImage, ink: 0 | 255): Promise<Box> {
  const { width, height, isPainted } = await painting(jpeg, ink)
  let [x0, y0, x1, y1] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isPainted(x, y)) continue
      ;[x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)]
    }
  }
  return { x0, y0, x1, y1 }
}

/** Where the paint weighs, finer than a pixel. */
export async function paintedCentre({
  encoded: jpeg,
}: RenderedImage): Promise<{ readonly x: number; readonly y: number }> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  const sums = { x: 0, y: 0, paint: 0 }
  for (let i = 0; i < data.length; i += info.channels) {
    const paint = Math.max(0, (data[i] ?? 0) - GREY - 20)
    const pixel = i / info.channels
    sums.x += paint * ((pixel % info.width) + 0.5)
    sums.y += paint * (Math.floor(pixel / info.width) + 0.5)
    sums.paint += paint
  }
  return { x: sums.x / sums.paint, y: sums.y / sums.paint }
}

async function painting(jpeg: Uint8Array, ink: 0 | 255) {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const isPainted = (x: number, y: number) => {
    const value = data[(y * width + x) * channels] ?? 0
    return ink === 255 ? value > (GREY + 255) / 2 : value < GREY / 2
  }
  return { width, height, isPainted }
}

/** Whether a pixel is labeled, as are all around it; nothing where they differ. */
function certainty(covered: Uint8Array, pixel: number, width: number): boolean | undefined {
  const isHere = covered[pixel]
  for (let row = pixel - width; row <= pixel + width; row += width) {
    for (let near = row - 1; near <= row + 1; near++) if (covered[near] !== isHere) return undefined
  }
  return isHere === 1
}

/** 1 where the middle of a pixel lies within a shape, row by row. */
function coverage(shapes: readonly Shape[], size: Size): Uint8Array {
  const covered = new Uint8Array(size.width * size.height)
  for (const shape of shapes) cover(covered, ringsOf(shape), size)
  return covered
}

function cover(covered: Uint8Array, rings: Rings, { width, height }: Size): void {
  const { x0, y0, x1, y1 } = ringsBounds(rings)
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, y1); y++) {
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(width, x1); x++) {
      if (ringsContain(rings, { x: x + 0.5, y: y + 0.5 })) covered[y * width + x] = 1
    }
  }
}
