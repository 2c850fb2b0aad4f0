import sharp, { type Sharp } from 'sharp'
import { boxSize } from '#common/geometry/box'
import type { Edges } from '../plan.ts'
import { type Operation, sampledArea, type Turn } from './operations.ts'

/** 8-bit sRGB, three interleaved channels. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Sharp does its work in this order, in whatever order it is asked to. */
const ORDER: readonly Operation['kind'][] = ['shrink', 'turn', 'crop', 'affine', 'pad', 'tone']

/** Cuts a list of operations wherever sharp's own order would change it; each part is one run of sharp. */
export function passesOf(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const passes: Operation[][] = [[]]
  for (const operation of operations) {
    const last = passes.at(-1)?.at(-1)
    if (last && !canFollow(last, operation)) passes.push([])
    passes.at(-1)?.push(operation)
  }
  return passes
}

/** After a crop sharp misreports the size if another operation changes it. */
function canFollow(last: Operation, next: Operation): boolean {
  if (last.kind === 'crop') return next.kind === 'tone'
  return ORDER.indexOf(next.kind) > ORDER.indexOf(last.kind)
}

export async function runPass(image: Sharp, operations: readonly Operation[]): Promise<Pixels> {
  const { data, info } = await operations.reduce(apply, image).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const isWhole = channels === 3 && data.length === width * height * channels
  if (!isWhole) throw new RangeError(`${data.length} bytes for ${width} × ${height} pixels with ${channels} channels`)
  return { data, width, height }
}

export function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function apply(image: Sharp, operation: Operation): Sharp {
  switch (operation.kind) {
    case 'shrink':
      return shrink(image, operation)
    case 'turn':
      return turn(image, operation)
    case 'crop':
      return image.extract({ left: operation.window.x0, top: operation.window.y0, ...boxSize(operation.window) })
    case 'affine':
      return resample(image, operation)
    case 'pad':
      return pad(image, operation)
    case 'tone':
      // Sharp cuts the fraction off, so half a step makes it round.
      return image.linear(operation.gain, operation.offset + 0.5)
  }
}

/**
 * Libvips averages whole blocks first and with this kernel weighs the rest by a triangle: the nearest there is to area
 * averaging, and like it free of the ringing of the sharper kernels.
 */
function shrink(image: Sharp, { size }: Extract<Operation, { kind: 'shrink' }>): Sharp {
  return image.resize({ ...size, fit: 'fill', kernel: 'linear' })
}

function turn(image: Sharp, { isMirrored, quarters }: Turn): Sharp {
  const mirrored = isMirrored ? image.flop() : image
  return quarters === 0 ? mirrored : mirrored.rotate(90 * quarters)
}

function pad(image: Sharp, { left, top, right, bottom, edges }: Extract<Operation, { kind: 'pad' }>): Sharp {
  return image.extend({
    left,
    top,
    right,
    bottom,
    extendWith: edges === 'reflect' ? 'mirror' : 'background',
    background: colourOf(edges),
  })
}

/**
 * Libvips counts pixel centres where Tessera counts corners, hence the halves. It draws the area that the map covers
 * before any shift; moving the contents by where that area begins brings the frame's corner to its first pixel.
 */
function resample(image: Sharp, { affine, from, edges }: Extract<Operation, { kind: 'affine' }>): Sharp {
  const { a, b, c, d, e, f } = affine
  const { x0, y0 } = sampledArea(affine, from)
  const shift = { idx: 0.5, idy: 0.5, odx: e + x0 - 0.5, ody: f + y0 - 0.5 }
  return image.affine([a, c, b, d], { ...shift, interpolator: 'bilinear', background: colourOf(edges) })
}

function colourOf(edges: Edges): string {
  return edges === 'white' ? '#fff' : '#000'
}
