import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'

/** A BMP that cannot be read; the message says why. */
export class BmpError extends Error {
  override readonly name = 'BmpError'
  readonly fault: Message

  constructor(fault: Message) {
    super(sentenceOf(fault))
    this.fault = fault
  }
}

export type BmpPacking = 'plain' | 'rle4' | 'rle8'

/** Bits of each channel in a pixel; 0 if the file has no such channel. */
export interface ChannelMasks {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

export interface BmpHeader {
  readonly width: number
  readonly height: number
  readonly isTopDown: boolean
  readonly bitsPerPixel: 1 | 4 | 8 | 16 | 24 | 32
  readonly packing: BmpPacking
  readonly masks: ChannelMasks
  readonly palette: { readonly at: number; readonly entryBytes: 3 | 4; readonly entries: number }
  /** Offset of the pixels in the file. */
  readonly pixelsAt: number
}

const FILE_HEADER_BYTES = 14
const CORE_HEADER_BYTES = 12
const MASKS_AT = 54
/** Far above any image in use, and still quick to decode per row. */
const MOST_SIDE = 65_535
/** Compression by its number in the header. */
const PACKINGS = { plain: 0, rle8: 1, rle4: 2, bitfields: 3, alphaBitfields: 6 }

const NO_MASKS: ChannelMasks = { red: 0, green: 0, blue: 0, alpha: 0 }
const RGB555: ChannelMasks = { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 }
const BGRX: ChannelMasks = { red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 }

/** Reads the two headers of a BMP (OS/2 1 and 2, Windows 3, 4 and 5). Throws a `BmpError`. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const length = view.getUint32(FILE_HEADER_BYTES, true)
    return length === CORE_HEADER_BYTES ? coreHeader(view) : infoHeader(view, length)
  } catch (failure) {
    if (failure instanceof RangeError) throw new BmpError(message('image-header-cut-short'))
    throw failure
  }
}

function coreHeader(view: DataView): BmpHeader {
  const bitsPerPixel = readBits(view.getUint16(24, true))
  const at = FILE_HEADER_BYTES + CORE_HEADER_BYTES
  return checked({
    width: view.getUint16(18, true),
    height: view.getUint16(20, true),
    isTopDown: false,
    bitsPerPixel,
    packing: 'plain',
    masks: masksOf(view, { bitsPerPixel, compression: PACKINGS.plain, length: CORE_HEADER_BYTES }),
    palette: { at, entryBytes: 3, entries: bitsPerPixel <= 8 ? 2 ** bitsPerPixel : 0 },
    pixelsAt: view.getUint32(10, true),
  })
}

function infoHeader(view: DataView, length: number): BmpHeader {
  const bitsPerPixel = readBits(view.getUint16(28, true))
  const compression = view.getUint32(30, true)
  const height = view.getInt32(22, true)
  const packing = packingOf(compression, bitsPerPixel)
  if (packing !== 'plain' && height < 0) throw new BmpError(message('bmp-rows-top-down'))
  return checked({
    width: view.getInt32(18, true),
    height: Math.abs(height),
    isTopDown: height < 0,
    bitsPerPixel,
    packing,
    masks: masksOf(view, { bitsPerPixel, compression, length }),
    palette: paletteOf(view, { bitsPerPixel, compression, length }),
    pixelsAt: view.getUint32(10, true),
  })
}

interface Layout {
  readonly bitsPerPixel: BmpHeader['bitsPerPixel']
  readonly compression: number
  readonly length: number
}

function checked(header: BmpHeader): BmpHeader {
  if (header.width <= 0 || header.height <= 0) throw new BmpError(message('image-size-invalid'))
  if (Math.max(header.width, header.height) > MOST_SIDE)
    throw new BmpError(message('image-too-long', { most: MOST_SIDE }))
  return header
}

function readBits(bits: number): BmpHeader['bitsPerPixel'] {
  switch (bits) {
    case 1:
    case 4:
    case 8:
    case 16:
    case 24:
    case 32:
      return bits
    default:
      throw new BmpError(message('bmp-bits-unsupported', { bits }))
  }
}

function packingOf(compression: number, bits: number): BmpPacking {
  const isBitfields = compression === PACKINGS.bitfields || compression === PACKINGS.alphaBitfields
  if (compression === PACKINGS.plain || (isBitfields && bits >= 16 && bits !== 24)) return 'plain'
  if (compression === PACKINGS.rle8 && bits === 8) return 'rle8'
  if (compression === PACKINGS.rle4 && bits === 4) return 'rle4'
  throw new BmpError(message('bmp-compression-unsupported', { compression, bits }))
}

function masksOf(view: DataView, { bitsPerPixel, compression, length }: Layout): ChannelMasks {
  if (bitsPerPixel !== 16 && bitsPerPixel !== 32) return NO_MASKS
  if (compression === PACKINGS.plain) return bitsPerPixel === 16 ? RGB555 : BGRX
  const mask = (nth: number) => view.getUint32(MASKS_AT + 4 * nth, true)
  const hasAlpha = length >= 56 || compression === PACKINGS.alphaBitfields
  const masks = { red: mask(0), green: mask(1), blue: mask(2), alpha: hasAlpha ? mask(3) : 0 }
  if ([masks.red, masks.green, masks.blue, masks.alpha].some((each) => !isOneRun(each)))
    throw new BmpError(message('bmp-masks-have-gaps'))
  return masks
}

/** Returns whether the bits of a mask are contiguous. */
function isOneRun(mask: number): boolean {
  if (mask === 0) return true
  const run = mask >>> (31 - Math.clz32(mask & -mask))
  return (run & (run + 1)) === 0
}

function paletteOf(view: DataView, { bitsPerPixel, compression, length }: Layout): BmpHeader['palette'] {
  const masksBehind =
    length > 40 ? 0 : compression === PACKINGS.bitfields ? 12 : compression === PACKINGS.alphaBitfields ? 16 : 0
  const at = FILE_HEADER_BYTES + length + masksBehind
  if (bitsPerPixel > 8) return { at, entryBytes: 4, entries: 0 }
  const used = view.getUint32(46, true)
  const most = 2 ** bitsPerPixel
  return { at, entryBytes: 4, entries: used === 0 ? most : Math.min(used, most) }
}
