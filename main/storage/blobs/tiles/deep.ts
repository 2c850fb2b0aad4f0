import type { ImageDepth, SampleWindow } from '#common/contract/pixels'
import type { Orientation } from '#common/geometry/affine'
import type { Pixels } from '#core/dataset/search/descriptor'
import { type EncodedImage, openImage } from '#decoding/image'
import type { DeepSpace } from './header.ts'

/** Images with 16 bits a sample: what their samples are, and eight-bit views of them. */

const MOST_SAMPLE = 65_535
const SCREEN_SIDE = 2048
/** Samples are counted on a copy of this size, by taking some of them. */
const COUNTED_SIDE = 768
const BINS = 128
/** So much is left out at both ends. */
const TAIL = 0.005

/** An upright copy of the screen size with all bits, as a PNG. */
export async function deepScreen(path: string, space: DeepSpace): Promise<Buffer> {
  const { decode } = await openImage(path)
  return decode((open) =>
    open()
      .autoOrient()
      .flatten({ background: '#808080' })
      .resize(SCREEN_SIDE, SCREEN_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace(space)
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
}

/** Counts the samples of a copy that `deepScreen` made. */
export async function countSamples(copy: string, space: DeepSpace): Promise<ImageDepth> {
  const { decode } = await openImage(copy)
  const side = { fit: 'inside', kernel: 'nearest', withoutEnlargement: true, fastShrinkOnLoad: false } as const
  const data = await decode((open) =>
    open().resize(COUNTED_SIDE, COUNTED_SIDE, side).toColourspace(space).raw({ depth: 'ushort' }).toBuffer(),
  )
  return describeSamples(new Uint16Array(data.buffer, data.byteOffset, data.length / 2))
}

export function describeSamples(samples: Uint16Array): ImageDepth {
  const sorted = samples.toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [lowest, highest] = [at(0), at(1)]
  const histogram = Array.from({ length: BINS }, () => 0)
  const width = Math.max(1, highest - lowest + 1) / BINS
  for (const sample of samples) {
    const bin = Math.floor((sample - lowest) / width)
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  return { lowest, highest, histogram, window: wide({ from: at(TAIL), to: at(1 - TAIL) }) }
}

/** A window from a sample to itself shows nothing but black and white. */
function wide({ from, to }: SampleWindow): SampleWindow {
  return to > from ? { from, to } : { from, to: from + 1 }
}

/** A small upright copy with eight bits of what is usually shown: where samples are far from the limits, it would be black otherwise. */
export async function smallView({ decode }: EncodedImage, space: DeepSpace, side: number) {
  const { data, info } = await decode((open) =>
    open()
      .autoOrient()
      .flatten({ background: '#808080' })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace(space)
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true }),
  )
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  const { from, to } = describeSamples(samples).window
  const shown = Uint8ClampedArray.from(samples, (each) => ((each - from) * 255) / (to - from))
  const { width, height, channels } = info
  return { data: new Uint8Array(shown.buffer), width, height, channels } satisfies Pixels
}

interface Shown {
  readonly space: DeepSpace
  readonly window: SampleWindow
  /** How the file is to be turned. */
  readonly orientation: Orientation
}

/** Eight bits out of sixteen, upright: `from` becomes 0, `to` 255, what lies beyond is cut off. The PNG loses nothing of that. */
export async function showWindow(path: string, { space, window, orientation }: Shown): Promise<Buffer> {
  const gain = MOST_SAMPLE / (window.to - window.from)
  const { degrees, isMirrored } = TURNS[orientation]
  const { decode } = await openImage(path)
  return decode((open) => {
    const image = open().pipelineColourspace(space)
    const turned = isMirrored ? image.flop().rotate(degrees) : image.rotate(degrees)
    // In 16 bits, of which the upper eight are kept.
    const shown = turned.linear(gain, -window.from * gain).toColourspace(space === 'grey16' ? 'b-w' : 'srgb')
    return shown.png({ compressionLevel: 1 }).toBuffer()
  })
}

/** Mirrored from left to right first, then turned clockwise. */
const TURNS: Readonly<Record<Orientation, { readonly degrees: number; readonly isMirrored: boolean }>> = {
  1: { degrees: 0, isMirrored: false },
  2: { degrees: 0, isMirrored: true },
  3: { degrees: 180, isMirrored: false },
  4: { degrees: 180, isMirrored: true },
  5: { degrees: 270, isMirrored: true },
  6: { degrees: 90, isMirrored: false },
  7: { degrees: 90, isMirrored: true },
  8: { degrees: 270, isMirrored: false },
}
