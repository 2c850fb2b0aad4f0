import type { Result } from '#common/result'
import type { ProbeRefusal } from '../images/ports.ts'

/** A picture outside every project. */
export interface LoosePicture {
  /** Size of the displayed picture. */
  readonly width: number
  readonly height: number
  /** A JPEG for screens, upright, at most 2048 pixels wide and high. */
  readonly screen: Uint8Array
}

export interface LoosePictureReader {
  read(bytes: Uint8Array): Promise<Result<LoosePicture, ProbeRefusal>>
}
