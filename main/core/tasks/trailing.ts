export interface Trailing {
  /** Takes work over; waits only while as much as is allowed is under way. Throws what earlier work has failed with. */
  add(work: Promise<unknown>): Promise<void>
  /** Waits for all of it. Throws what any of it has failed with. */
  settled(): Promise<void>
}

/**
 * Collects work that nobody needs the answer of before the end, so that what comes next need not wait for it: writes that may share a
 * commit. `most` of it is under way at a time.
 */
export function trailing(most = Number.POSITIVE_INFINITY): Trailing {
  const open = new Set<Promise<void>>()
  let failed: { readonly cause: unknown } | undefined

  function rethrow(): void {
    if (failed !== undefined) throw failed.cause
  }

  return {
    async add(work) {
      const watched: Promise<void> = work.then(
        () => void open.delete(watched),
        (cause: unknown) => {
          open.delete(watched)
          failed ??= { cause }
        },
      )
      open.add(watched)
      while (open.size >= most) await Promise.race(open)
      rethrow()
    },
    async settled() {
      await Promise.all(open)
      rethrow()
    },
  }
}
