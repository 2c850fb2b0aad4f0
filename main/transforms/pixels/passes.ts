import { boxSize } from '#common/geometry/box'
import { fromRaw, type Sharp } from '#decoding/engine'
import type { Edges } from '../plan.ts'
import { CHANNELS, type Pixels } from '../raster.ts'
import type { EditOperation, Operation, SharpOperation, Turn } from './operation.ts'
import { sampledArea } from './sampled-area.ts'

/**
 * Gaussian weights below this fraction of the highest are dropped. With sharp's default of 0.2 a narrow blur would have
 * no effect.
 */
const LEAST_WEIGHT = 0.02

/** Order in which sharp runs operations, whatever the order of the calls. */
const ORDER: readonly SharpOperation['kind'][] = ['shrink', 'turn', 'crop', 'affine', 'pad', 'blur', 'tone']

/** One run of sharp, or an edit of our own. */
export type Pass = readonly SharpOperation[] | EditOperation

/** Splits operations wherever sharp's own order would change the result, and around every edit. */
export function passesOf(operations: readonly Operation[]): readonly Pass[] {
  const passes: (SharpOperation[] | EditOperation)[] = []
  for (const operation of blursFirst(operations)) {
    const run = passes.at(-1)
    if (operation.kind === 'edit') passes.push(operation)
    else if (Array.isArray(run) && run.every((last) => canFollow(last, operation))) run.push(operation)
    else passes.push([operation])
  }
  return passes
}

/** Moves a tone that clips nothing behind a blur. The result is the same, and sharp does both in one run. */
function blursFirst(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((operation, place) => {
    const [before, after] = [operations[place - 1], operations[place + 1]]
    if (isWithinRange(operation) && after?.kind === 'blur') return after
    return operation.kind === 'blur' && before && isWithinRange(before) ? before : operation
  })
}

function isWithinRange(operation: Operation): boolean {
  if (operation.kind !== 'tone') return false
  const ends = [operation.offset, 255 * operation.gain + operation.offset]
  return ends.every((value) => Math.abs(value - 127.5) < 127.5 + 1e-9)
}

/** After a crop, sharp reports the wrong size if another operation changes it. */
function canFollow(last: SharpOperation, next: SharpOperation): boolean {
  if (last.kind === 'crop') return next.kind === 'blur' || next.kind === 'tone'
  return ORDER.indexOf(next.kind) > ORDER.indexOf(last.kind)
}

export async function runPass(image: Sharp, operations: readonly SharpOperation[]): Promise<Pixels> {
  const { data, info } = await operations.reduce(apply, image).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const isWhole = channels === CHANNELS && data.length === width * height * channels
  if (!isWhole) throw new RangeError(`${data.length} bytes for ${width} × ${height} pixels with ${channels} channels`)
  return { data, width, height }
}

export function fromPixels({ data, width, height }: Pixels): Sharp {
  return fromRaw(data, { width, height, channels: CHANNELS })
}

function apply(image: Sharp, operation: SharpOperation): Sharp {
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
    case 'blur':
      return image.blur({ sigma: operation.sigma, minAmplitude: LEAST_WEIGHT })
    case 'tone':
      // Sharp truncates fractions, so half a step is added to round them.
      return image.linear(operation.gain, operation.offset + 0.5)
  }
}

/**
 * With this kernel, libvips averages whole blocks first and weights the rest by a triangle. It is the closest to area
 * averaging, and free of the ringing of sharper kernels.
 */
function shrink(image: Sharp, { size }: Extract<SharpOperation, { kind: 'shrink' }>): Sharp {
  return image.resize({ ...size, fit: 'fill', kernel: 'linear' })
}

function turn(image: Sharp, { isMirrored, quarters }: Turn): Sharp {
  const mirrored = isMirrored ? image.flop() : image
  return quarters === 0 ? mirrored : mirrored.rotate(90 * quarters)
}

function pad(image: Sharp, { left, top, right, bottom, edges }: Extract<SharpOperation, { kind: 'pad' }>): Sharp {
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
 * Libvips counts pixel centers where Tessera counts corners, hence the halves. It draws the area that the map covers
 * before any shift, so shifting the contents by the start of that area puts the frame's corner on its first pixel.
 */
function resample(image: Sharp, { affine, from, edges }: Extract<SharpOperation, { kind: 'affine' }>): Sharp {
  const { a, b, c, d, e, f } = affine
  const { x0, y0 } = sampledArea(affine, from)
  const shift = { idx: 0.5, idy: 0.5, odx: e + x0 - 0.5, ody: f + y0 - 0.5 }
  return image.affine([a, c, b, d], { ...shift, interpolator: 'bilinear', background: colourOf(edges) })
}

function colourOf(edges: Edges): string | object {
  if (typeof edges === 'number') return { r: edges, g: edges, b: edges }
  return edges === 'white' ? '#fff' : '#000'
}
