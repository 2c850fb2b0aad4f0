import type { ImageHeader } from './image-header.ts'

/** Bytes of a sample by libvips' names of their kinds. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  ...{ uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 },
  ...{ double: 8, complex: 8, dpcomplex: 16 },
}

/** Rows that a pipeline holds of an image that is read from top to bottom. */
const HELD_ROWS = 512
/** Bytes that a progressive JPEG keeps of a sample until its last scan. */
const COEFFICIENT_BYTES = 2

type Held = Pick<ImageHeader, 'format' | 'stored' | 'orientation' | 'channels' | 'depth' | 'isProgressive'>

/** Memory that an image takes while it is decoded, judged by its header: all of it where the format or its rotation needs that. */
export function heldBytes({ format, stored, orientation, channels, depth, isProgressive }: Held): number {
  const { width, height } = stored
  const sample = SAMPLE_BYTES[depth] ?? 1
  const rowBytes = width * channels * sample
  const isByRows = (format === 'jpeg' || format === 'png' || format === 'tiff') && !isProgressive
  if (isByRows && orientation === 1) return rowBytes * Math.min(height, HELD_ROWS)
  if (format === 'jpeg' && isProgressive) return width * height * channels * COEFFICIENT_BYTES
  return rowBytes * height
}
