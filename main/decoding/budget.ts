import { byteLane } from '#core/byte-lane'

/** Admits decoding when there is room for the bytes that it will hold. */
export interface DecodeBudget {
  /** Resolves in order of the requests, with a function that releases the room. Rejects if the signal aborts first. */
  admit(bytes: number, signal?: AbortSignal): Promise<() => void>
  /** Bytes admitted now, and the maximum so far. */
  readonly held: () => number
  readonly peak: () => number
}

export interface BudgetLimits {
  /** Limit for all images above `smallBytes` together. An image that exceeds it is decoded alone. */
  readonly largeLaneBytes: number
  /** Limit for all others together, so that thumbnails do not wait for an image that fills the memory. */
  readonly smallLaneBytes: number
  readonly smallBytes: number
}

/** A fair semaphore over decoded bytes with two lanes, for large and for small images. */
export function decodeBudget({ largeLaneBytes, smallLaneBytes, smallBytes }: BudgetLimits): DecodeBudget {
  const [large, small] = [byteLane(largeLaneBytes), byteLane(smallLaneBytes)]
  let peak = 0
  const held = () => large.held() + small.held()
  return {
    async admit(bytes, signal) {
      const release = await (bytes > smallBytes ? large : small).admit(bytes, signal)
      peak = Math.max(peak, held())
      return release
    },
    held,
    peak: () => peak,
  }
}
