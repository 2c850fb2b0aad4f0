import { orientationMap } from '#common/geometry/affine'
import { ImageReadError } from '../image-read-error.ts'
import type { Plan, Warp } from '../plan.ts'
import { fuseWarps } from './fuse.ts'
import { operationsFor } from './operations.ts'
import { fromPixels, type Pixels, passesOf, runPass } from './passes.ts'
import { decode, type SourcePicture } from './source.ts'

/** The finished pixels. Plans begin in the displayed frame. */
export async function renderPixels(
  picture: SourcePicture,
  plans: readonly Plan[],
  signal: AbortSignal,
): Promise<Pixels> {
  const operations = fuseWarps([displayOf(picture), ...plans]).flatMap(operationsFor)
  const [first = [], ...rest] = passesOf(operations)
  signal.throwIfAborted()
  let pixels = await runPass(decode(picture), first).catch((cause: unknown) => {
    throw new ImageReadError(picture.imageId, cause)
  })
  for (const pass of rest) {
    signal.throwIfAborted()
    pixels = await runPass(fromPixels(pixels), pass)
  }
  return pixels
}

export async function encodeJpeg(pixels: Pixels): Promise<Uint8Array> {
  return fromPixels(pixels).jpeg({ quality: 90 }).toBuffer()
}

/** Turning for display is one more warp: it vanishes into its neighbours, or against a step that turns back. */
function displayOf({ orientation, stored, displayed }: SourcePicture): Warp {
  return {
    kind: 'warp',
    affine: orientationMap(orientation, stored),
    from: stored,
    frame: displayed,
    edges: 'black',
  }
}
