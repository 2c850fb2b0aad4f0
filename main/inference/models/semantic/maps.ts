import type { Size } from '#common/geometry/space'

/** A network's answer for a frame: channel by channel, row by row. */
export interface ChannelMaps {
  readonly values: Float32Array
  readonly channels: number
  readonly rows: number
  readonly columns: number
  readonly frame: Size
}

/** How a pixel becomes one of a class. */
export interface MapRules {
  /** By channel: the value of its class in the map, and its least confidence. */
  readonly places: readonly number[]
  readonly thresholds: readonly number[]
  /** The value of pixels that are under their threshold, and of those that the network did not see. */
  readonly background: number
  /** The values are probabilities already. */
  readonly isFused: boolean
}

/** A byte a pixel of the image each. */
export interface ClassMap {
  readonly classes: Uint8Array
  /** Confidence × 255. */
  readonly confidences: Uint8Array
}
