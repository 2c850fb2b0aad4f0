import { byteLane } from '#core/byte-lane'

/** Lets decoding begin when there is room for what it will hold. */
export interface DecodeBudget {
  /** Resolves in the order of asking, with what gives the room back. Rejects when the signal aborts first. */
  admit(bytes: number, signal?: AbortSignal): Promise<() => void>
  /** Bytes that are admitted now, and the most that ever were at once. */
  readonly held: () => number
  readonly peak: () => number
}

export interface BudgetLimits {
  /** For images above `smallBytes` together. One that is larger than all of it goes alone. */
  readonly largeLaneBytes: number
  /** For all others together, so that thumbnails do not wait behind an image that fills the memory. */
  readonly smallLaneBytes: number
  readonly smallBytes: number
}

/** A fair semaphore over decoded bytes, with a lane for large images and one for small ones. */
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
