/** How a kind of image is built, as far as it can be told without decoding a pixel. */
export interface ImageFormat {
  readonly contentType: string
  /** The bytes are at least 20. */
  begins(bytes: Buffer): boolean
  /** Everything that the file says it has is there. Reading behind the last byte throws a RangeError, which means no. */
  isWhole(bytes: Buffer): boolean
  /** As many pixels as it says it has; absent where the format allows no more than can be shown. Throws as `isWhole` does. */
  pixels?(bytes: Buffer): number
}

export function latin(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end)
}
