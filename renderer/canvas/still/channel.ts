/** Color channels to show: all, or one as gray. */
export const CHANNELS = ['all', 'red', 'green', 'blue'] as const

export type Channel = (typeof CHANNELS)[number]

/** Returns the byte index of a channel in a pixel; undefined for all channels. */
export function channelPlace(channel: Channel): 0 | 1 | 2 | undefined {
  return PLACES[channel]
}

const PLACES = { all: undefined, red: 0, green: 1, blue: 2 } as const

/** Weights of red, green and blue in luma, out of 256 (ITU-R BT.601). */
export const LUMA = [77, 150, 29] as const
