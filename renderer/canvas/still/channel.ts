/** Colour channels to show: all of them, or one by itself as grey. */
export const CHANNELS = ['all', 'red', 'green', 'blue'] as const

export type Channel = (typeof CHANNELS)[number]

/** Where a single channel lies among the bytes of a pixel; undefined for all of them. */
export function channelPlace(channel: Channel): 0 | 1 | 2 | undefined {
  return PLACES[channel]
}

const PLACES = { all: undefined, red: 0, green: 1, blue: 2 } as const

/** Red, green and blue in how bright a pixel is, of 256: luma as in ITU-R BT.601. */
export const LUMA = [77, 150, 29] as const
