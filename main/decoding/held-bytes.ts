import type { ImageHeader } from './image-header.ts'

/** Bytes per sample by libvips' format names. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
  complex: 8,
  dpcomplex: 16,
}

/** Rows that a pipeline holds of an image that is read sequentially. */
const HELD_ROWS = 512
/** Bytes per sample that a progressive JPEG keeps until its last scan. */
const COEFFICIENT_BYTES = 2

type Held = Pick<ImageHeader, 'format' | 'stored' | 'orientation' | 'channels' | 'depth' | 'isProgressive'>

/** Estimates the memory for decoding an image from its header. Some formats and orientations need the whole image. */
export function heldBytes({ format, stored, orientation, channels, depth, isProgressive }: Held): number {
  const { width, height } = stored
  const sample = SAMPLE_BYTES[depth] ?? 1
  const rowBytes = width * channels * sample
  const isByRows = (format === 'jpeg' || format === 'png' || format === 'tiff') && !isProgressive
  if (isByRows && orientation === 1) return rowBytes * Math.min(height, HELD_ROWS)
  if (format === 'jpeg' && isProgressive) return width * height * channels * COEFFICIENT_BYTES
  return rowBytes * height
}
