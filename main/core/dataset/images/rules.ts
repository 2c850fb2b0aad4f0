import { type Refusal, refuse } from '#common/errors'
import type { PlainCode } from '#common/messages/catalogue'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { ProbeRefusal } from './ports.ts'

/** Most bytes of one image file: 300 million pixels of three times 16 bits, as they are. */
export const MAX_IMAGE_BYTES = 2 * 1024 ** 3
/** Most bytes of one that comes packed with others. */
export const MAX_PACKED_IMAGE_BYTES = 512 * 1024 * 1024
/**
 * Most pixels of one image, such as 25,000 × 20,000. More is taken for a decompression bomb: it would keep a core busy for longer than
 * images are worth waiting for. Memory is no reason, since such images are read row by row.
 */
export const MAX_IMAGE_PIXELS = 500_000_000
/** Most pixels of one that has to be held in memory as a whole: what a 16,383 × 16,383 image has. */
export const MAX_HELD_PIXELS = 16_383 * 16_383
const MAX_NAME = 255

/** How many pixels an image may have. Interlaced PNG, progressive JPEG, WebP, AVIF and BMP are decoded as a whole. */
export function mostPixels({ format, isProgressive }: { readonly format?: string; readonly isProgressive?: boolean }) {
  const isReadByRows = (format === 'jpeg' || format === 'png' || format === 'tiff') && isProgressive !== true
  return isReadByRows ? MAX_IMAGE_PIXELS : MAX_HELD_PIXELS
}

/** The words of a decoder mean nothing to people: they name the kind of file at most. */
function damaged(fault: Message) {
  const said = fault.code === 'literal' ? sentenceOf(fault) : ''
  const [, kind] = DECODERS.find(([words]) => words.test(said)) ?? []
  if (kind === undefined) return refuse('file-damaged-saying', { detail: fault })
  return kind === '' ? refuse('file-damaged') : refuse('file-of-kind-damaged', { kind })
}

const DECODERS: readonly (readonly [RegExp, string])[] = [
  [/png/i, 'PNG'],
  [/jpe?g/i, 'JPEG'],
  [/webp/i, 'WebP'],
  [/tiff/i, 'TIFF'],
  [/gif/i, 'GIF'],
  [/heif|avif/i, 'AVIF'],
  [/vips|unknown error|^input (?:file|buffer)|bad seek|premature end/i, ''],
]

/** No decoder of HEVC has a licence that lets Tessera carry it. */
function unsupported(kind: string) {
  if (kind === 'unknown') return refuse('file-not-image')
  return kind === 'HEIC' ? refuse('heic-unsupported') : refuse('kind-unsupported-here', { kind: kind.toUpperCase() })
}

/** Kinds of samples by libvips' name. */
const SAMPLES: Readonly<Record<string, PlainCode & `samples-${string}`>> = {
  char: 'samples-signed-8',
  short: 'samples-signed-16',
  int: 'samples-signed-32',
  uint: 'samples-32',
  float: 'samples-float',
  double: 'samples-double',
  complex: 'samples-complex',
  dpcomplex: 'samples-complex',
}

/** The refusal of a file. Its sentence does not name the file: lists show the name beside it, single answers put it in front. */
export function probeRefusal(refusal: ProbeRefusal): { readonly ok: false; readonly error: Refusal } {
  switch (refusal.kind) {
    case 'unsupported':
      return unsupported(refusal.detail)
    case 'broken':
      return damaged(refusal.fault)
    case 'samples': {
      const samples = SAMPLES[refusal.depth]
      return refuse('samples-unsupported', { samples: samples ? message(samples) : refusal.depth })
    }
    case 'too-many-pixels':
      return refuse('image-too-many-millions', { pixels: millions(refusal.pixels), limit: millions(refusal.limit) })
  }
}

/** The refusal of a file without a byte. */
export function emptyImage() {
  return refuse('file-empty')
}

/**
 * The name of an image from the path it came under: the last part, without control characters. Folders are dropped; they
 * only ever name a place on somebody else's disk.
 */
export function readFileName(path: string): Result<string, Refusal> {
  const parts = path.split(/[\\/]/)
  if (parts.includes('..')) return refuse('path-leaves-folder', { path: path.slice(0, 80) })
  const name = (parts.at(-1) ?? '').replace(/\p{Cc}/gu, '').trim()
  if (name === '' || name === '.') return refuse('file-name-missing')
  return ok(name.length > MAX_NAME ? name.slice(-MAX_NAME) : name)
}

/** The name of the file at the end of an address; `image` where it ends with none. */
export function nameInUrl(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || 'image'
  } catch {
    return last
  }
}

function millions(pixels: number): string {
  return (pixels / 1e6).toFixed(pixels < 1e7 ? 1 : 0)
}
