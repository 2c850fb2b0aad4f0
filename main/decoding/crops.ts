import type { Box } from '#common/geometry/box'
import { boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { fromRaw, type Sharp } from './engine.ts'
import { openImage } from './image.ts'

interface Cropping {
  readonly isLossless: boolean
  readonly signal: AbortSignal
}

/** Larger images are decoded for each crop, as far as needed, instead of being held in memory. */
const MOST_HELD_BYTES = 128 * 1024 * 1024

const CHANNELS = 3

/**
 * Crops windows of an encoded image in its stored frame, and encodes each like images of versions. Metadata is dropped.
 */
export async function cropsOf(
  encoded: Uint8Array,
  windows: readonly Box[],
  { isLossless, signal }: Cropping,
): Promise<readonly Uint8Array[]> {
  const { header, decode } = await openImage(encoded)
  const rawBytes = header.stored.width * header.stored.height * CHANNELS
  const isHeld = windows.length > 1 && rawBytes <= MOST_HELD_BYTES
  return decode(
    async (open) => {
      const source = isHeld ? await heldPixels(open(), header.stored) : () => plain(open())
      const crops: Uint8Array[] = []
      for (const window of windows) {
        signal.throwIfAborted()
        const crop = source().extract({ left: window.x0, top: window.y0, ...boxSize(window) })
        crops.push(await (isLossless ? crop.png() : crop.jpeg({ quality: 90 })).toBuffer())
      }
      return crops
    },
    { signal, makesBytes: isHeld ? rawBytes : 0 },
  )
}

/** Transparent pixels become black, as in images of versions. */
function plain(image: Sharp): Sharp {
  return image.flatten({ background: '#000' }).toColourspace('srgb')
}

async function heldPixels(image: Sharp, size: Size): Promise<() => Sharp> {
  const data = await plain(image).raw().toBuffer()
  return () => fromRaw(data, { ...size, channels: CHANNELS })
}
