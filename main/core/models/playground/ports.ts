import type { Result } from '#common/result'
import type { ProbeRefusal } from '../../dataset/images/ports.ts'

/** An image outside every project. */
export interface LooseImage {
  /** Size of the displayed image. */
  readonly width: number
  readonly height: number
  /** A JPEG for screens, upright, at most 2048 pixels wide and high. */
  readonly screen: Uint8Array
}

export interface LooseImageReader {
  read(bytes: Uint8Array): Promise<Result<LooseImage, ProbeRefusal>>
}
