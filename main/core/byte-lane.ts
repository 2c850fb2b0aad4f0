/** Room for bytes that are held together. */
export interface ByteLane {
  /** Bytes that are admitted now. */
  readonly held: () => number
  /** Resolves in the order of asking, with what gives the room back. Rejects when the signal aborts first. */
  admit(bytes: number, signal?: AbortSignal): Promise<() => void>
}

interface Waiting {
  readonly bytes: number
  readonly begin: () => void
}

/** FIFO semaphore over a byte budget. A request larger than the budget runs alone. */
export function byteLane(limit: number): ByteLane {
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
