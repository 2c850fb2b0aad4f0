export interface Trailing {
  /** Takes work over; waits only while as much as is allowed is under way. Throws what earlier work has failed with. */
  add(work: Promise<unknown>, bytes?: number): Promise<void>
  /** Waits for all of it. Throws what any of it has failed with. */
  settled(): Promise<void>
}

export interface TrailingLimits {
  readonly most?: number
  /** Memory that the work under way may hold together; work that holds more goes alone. */
  readonly mostBytes?: number
}

/**
 * Collects work that nobody needs the answer of before the end, so that what comes next need not wait for it: writes that may share a
 * commit. Without limits any amount of it is under way at a time.
 */
export function trailing({
  most = Number.POSITIVE_INFINITY,
  mostBytes = Number.POSITIVE_INFINITY,
}: TrailingLimits = {}): Trailing {
  const open = new Set<Promise<void>>()
  let openBytes = 0
  let failed: { readonly cause: unknown } | undefined

  function rethrow(): void {
    if (failed !== undefined) throw failed.cause
  }

  return {
    async add(work, bytes = 0) {
      openBytes += bytes
      const watched: Promise<void> = work
        .catch((cause: unknown) => {
          failed ??= { cause }
        })
        .then(() => {
          open.delete(watched)
          openBytes -= bytes
        })
      open.add(watched)
      while (open.size >= most || (openBytes >= mostBytes && open.size > 0)) await Promise.race(open)
      rethrow()
    },
    async settled() {
      await Promise.all(open)
      rethrow()
    },
  }
}
