/** Works on a few items at a time. The first failure ends all lanes, and nothing runs any more when this throws. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  take: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  let hasFailed = false
  const lane = async () => {
    for (const item of queue) {
      if (hasFailed) return
      try {
        await take(item)
      } catch (failure) {
        hasFailed = true
        throw failure
      }
    }
  }
  const running = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const ended of running) if (ended.status === 'rejected') throw ended.reason
}
