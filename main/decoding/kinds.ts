import type { ImageKind } from '#common/image-kinds'

/** An unsupported kind, by its common name. */
export interface OtherKind {
  readonly name: string
}

/** Bytes needed to detect every kind and to read every BMP header. */
export const HEAD_BYTES = 256

/** Returns the kind of a file by its first bytes; undefined if it is not an image of a known kind. */
export function kindOf(head: Uint8Array): ImageKind | OtherKind | undefined {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).toString('latin1')
  if (start.slice(4, 8) === 'ftyp') return containerKind(start)
  const kind = BEGINNINGS.find(([begins]) => begins(start))?.[1]
  if (kind !== undefined) return kind
  const name = OTHERS.find(([begins]) => begins(start))?.[1]
  return name === undefined ? undefined : { name }
}

export function isImageKind(kind: ReturnType<typeof kindOf>): kind is ImageKind {
  return typeof kind === 'string'
}

type Begins = (start: string) => boolean

const like =
  (...beginnings: readonly string[]): Begins =>
  (start) =>
    beginnings.some((beginning) => start.startsWith(beginning))

const matching =
  (pattern: RegExp): Begins =>
  (start) =>
    pattern.test(start)

const BEGINNINGS: readonly (readonly [Begins, ImageKind])[] = [
  [like('\xff\xd8\xff'), 'jpeg'],
  [like('\x89PNG\r\n\x1a\n'), 'png'],
  [matching(/^RIFF.{4}WEBP/s), 'webp'],
  // Includes BigTIFF, with offsets of 64 bits.
  [like('II*\0', 'II+\0', 'MM\0*', 'MM\0+'), 'tiff'],
  [like('GIF87a', 'GIF89a'), 'gif'],
  [beginsAsBmp, 'bmp'],
]

/** Lengths of the second header. */
const BMP_HEADERS = [12, 40, 52, 56, 64, 108, 124]

/** A BMP starts with two letters only, so the length of its second header is checked too. */
function beginsAsBmp(start: string): boolean {
  return (
    start.startsWith('BM') &&
    BMP_HEADERS.some((length) => start.slice(14, 18) === `${String.fromCharCode(length)}\0\0\0`)
  )
}

const OTHERS: readonly (readonly [Begins, string])[] = [
  [like('%PDF-'), 'PDF'],
  [matching(/^(?:\xef\xbb\xbf)?\s*<(?:svg|(?:\?xml|!--|!doctype).*<svg|!doctype svg)/is), 'SVG'],
  [like('\xff\x0a', '\0\0\0\x0cJXL '), 'JPEG XL'],
  [like('\0\0\0\x0cjP  ', '\xff\x4f\xff\x51'), 'JPEG 2000'],
  [like('8BPS'), 'PSD'],
  [like('%!PS', '\xc5\xd0\xd3\xc6'), 'EPS'],
  [like('\x76\x2f\x31\x01'), 'EXR'],
  [like('#?RADIANCE', '#?RGBE'), 'HDR'],
  [like('SIMPLE  ='), 'FITS'],
  [like('\0\0\x01\0'), 'ICO'],
  [matching(/^.{128}DICM/s), 'DICOM'],
  [matching(/^P[1-7Ff]\s/), 'PNM'],
]

/** Returns the kind by the brands of an ISO base media file (ISO/IEC 14496-12), which are listed in its first box. */
function containerKind(start: string): ImageKind | OtherKind | undefined {
  const length = start.charCodeAt(2) * 256 + start.charCodeAt(3)
  const brands = new Set(start.slice(8, Math.min(length, HEAD_BYTES)).match(/.{4}/gs))
  if (brands.has('avis')) return { name: 'AVIF sequence' }
  if (HEVC_BRANDS.some((brand) => brands.has(brand))) return { name: 'HEIC' }
  if (brands.has('avif')) return 'avif'
  return brands.has('mif1') || brands.has('msf1') ? { name: 'HEIC' } : undefined
}

const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']
