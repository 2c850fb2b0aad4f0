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
  const [large, small] = [lane(largeLaneBytes), lane(smallLaneBytes)]
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

interface Waiting {
  readonly bytes: number
  readonly begin: () => void
}

function lane(limit: number) {
  const waiting: Waiting[] = []
  let held = 0

  function pump(): void {
    for (let next = waiting[0]; next && (held === 0 || held + next.bytes <= limit); next = waiting[0]) {
      waiting.shift()
      held += next.bytes
      next.begin()
    }
  }

  function leave(entry: Waiting): void {
    const place = waiting.indexOf(entry)
    if (place >= 0) waiting.splice(place, 1)
    pump()
  }

  return {
    held: () => held,
    admit(bytes: number, signal?: AbortSignal): Promise<() => void> {
      if (signal?.aborted === true) return Promise.reject(signal.reason)
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(entry)
          reject(signal?.reason)
        }
        const entry: Waiting = {
          bytes,
          begin() {
            signal?.removeEventListener('abort', giveUp)
            resolve(once(() => (held -= bytes), pump))
          },
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        waiting.push(entry)
        pump()
      })
    },
  }
}

/** Releases the room only once, however often it is called. */
function once(giveBack: () => void, after: () => void): () => void {
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    giveBack()
    after()
  }
}
