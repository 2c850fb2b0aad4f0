import { orientationMap } from '#common/geometry/affine'
import { ImageReadError } from '../image-read-error.ts'
import type { Plan, Warp } from '../plan.ts'
import { CHANNELS, type Pixels } from '../raster.ts'
import { fuseWarps } from './fuse.ts'
import type { SharpOperation } from './operation.ts'
import { operationsFor } from './operations.ts'
import { fromPixels, type Pass, passesOf, runPass } from './passes.ts'
import type { SourceImage } from './source.ts'

/** Decodes a file and applies the first plans, which start in the displayed frame. */
export async function renderFile(image: SourceImage, plans: readonly Plan[], signal: AbortSignal): Promise<Pixels> {
  const [first, ...rest] = passesOf(fuseWarps([displayOf(image), ...plans]).flatMap(operationsFor))
  signal.throwIfAborted()
  const isRun = first !== undefined && 'length' in first
  const operations = isRun ? first : []
  const pixels = await image
    .decode((image) => runPass(image, operations), { signal, makesBytes: pixelBytes(image, operations) })
    .catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new ImageReadError(image.imageId, cause)
    })
  return runPasses(pixels, first === undefined || isRun ? rest : [first, ...rest], signal)
}

/** Returns the maximum number of bytes after the first pass. */
function pixelBytes({ displayed }: SourceImage, operations: readonly SharpOperation[]): number {
  const shrunk = operations.find(({ kind }) => kind === 'shrink')
  const { width, height } = shrunk?.kind === 'shrink' ? shrunk.size : displayed
  return width * height * CHANNELS
}

/** Applies further plans to a copy of the pixels. */
export async function renderPixels(pixels: Pixels, plans: readonly Plan[], signal: AbortSignal): Promise<Pixels> {
  return runPasses(pixels, passesOf(fuseWarps(plans).flatMap(operationsFor)), signal)
}

async function runPasses(start: Pixels, passes: readonly Pass[], signal: AbortSignal): Promise<Pixels> {
  let pixels = start
  for (const pass of passes) {
    signal.throwIfAborted()
    if ('length' in pass) {
      pixels = await runPass(fromPixels(pixels), pass)
      continue
    }
    // Other variants may start from the same pixels, so an edit works on a copy.
    if (pixels === start) pixels = { ...start, data: new Uint8Array(start.data) }
    await pass.edit(pixels)
  }
  return pixels
}

export async function encodeJpeg(pixels: Pixels): Promise<Uint8Array> {
  return fromPixels(pixels).jpeg({ quality: 90 }).toBuffer()
}

/** Returns the orientation as one more warp, which can be fused with others or canceled by a step that turns back. */
function displayOf({ orientation, stored, displayed }: SourceImage): Warp {
  return {
    kind: 'warp',
    affine: orientationMap(orientation, stored),
    from: stored,
    frame: displayed,
    edges: 'black',
  }
}
