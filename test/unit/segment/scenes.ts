import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { onTestFinished } from 'vitest'
import { fillRings, type Mask, maskIou } from '#common/geometry/mask'
import { imagePoint, type Size } from '#common/geometry/space'
import { BlobHash } from '#common/ids'
import type { SegmentAnswer, SegmentImage, SegmentPrompt } from '#core/annotation/predictions/ports'
import { segmentImage } from '#segment/engine'
import { decodeImage } from '#segment/image/decode'
import { fromSvg } from '../../kit/svg.ts'

/** Objects on a plain background, as SVG, and the amount of noise over them (in gray levels). */
export interface Scene extends Size {
  readonly ground: string
  readonly things: string
  readonly noise?: number
}

/** Makes a folder that is deleted when the test ends. */
export async function someFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-segment-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

export async function painted({ width, height, ground, things, noise = 0 }: Scene): Promise<Sharp> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${things}</svg>`
  const pixels = await fromSvg(svg).removeAlpha().raw().toBuffer()
  const chance = seededChance(width * 31 + height)
  for (let i = 0; noise > 0 && i < pixels.length; i += 3) {
    const grey = noise * (chance() + chance() + chance() - 1.5)
    for (let channel = 0; channel < 3; channel++) pixels[i + channel] = clampedByte((pixels[i + channel] ?? 0) + grey)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Returns the mask of the drawn objects: white on black, with half-covered pixels included. */
export async function maskOf({ width, height, things }: Scene): Promise<Mask> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#000"/>${things.replaceAll(/fill="[^"]*"/g, 'fill="#fff"')}</svg>`
  const pixels = await fromSvg(svg).greyscale().raw().toBuffer()
  return { width, height, data: Uint8Array.from(pixels, (value) => (value >= 128 ? 1 : 0)) }
}

/** Writes an image file and returns it as input of the port. */
export async function fileOf(image: Sharp, { width, height }: Size, name = 'scene.png'): Promise<SegmentImage> {
  const path = join(await someFolder(), name)
  await image.toFile(path)
  return imageAt(path, { width, height })
}

export function imageAt(path: string, { width, height }: Size): SegmentImage {
  const hash = BlobHash.parse(randomUUID().replaceAll('-', '').repeat(2))
  return { hash, path, width, height }
}

/** Segments in this thread, without the worker. */
export async function cutOut(image: SegmentImage, prompt: SegmentPrompt): Promise<SegmentAnswer> {
  return segmentImage({ pyramid: await decodeImage(image.path), shown: image }, prompt, () => undefined)
}

export function click(x: number, y: number, positive = true): SegmentPrompt['points'][number] {
  return { at: imagePoint(x, y), positive }
}

/** Returns the IoU of the first candidate and a mask, 0…1. */
export function firstIou(answer: SegmentAnswer, mask: Mask): number {
  return answer.kind === 'found' ? maskIou(fillRings(answer.candidates[0]?.rings ?? [], mask), mask) : 0
}

function clampedByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}

/** Returns a generator of numbers 0…1 that is the same for the same seed. */
function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
