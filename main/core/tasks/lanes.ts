/**
 * Works on a few items at a time and answers what came of each, in their order. The first failure ends all lanes, and nothing runs
 * any more when this throws.
 */
export async function inLanes<Item, Answer>(
  items: readonly Item[],
  lanes: number,
  take: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const queue = items.entries()
  const answers: Answer[] = []
  let hasFailed = false
  const lane = async () => {
    for (const [index, item] of queue) {
      if (hasFailed) return
      try {
        answers[index] = await take(item)
      } catch (failure) {
        hasFailed = true
        throw failure
      }
    }
  }
  const running = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane))
  for (const ended of running) if (ended.status === 'rejected') throw ended.reason
  return answers
}

/** Works on a few items of a stream at a time. The first failure ends all lanes, and nothing runs any more when this throws. */
export async function inLanesOf<Item>(
  items: AsyncIterable<Item>,
  lanes: number,
  take: (item: Item) => Promise<void>,
): Promise<void> {
  const stream = items[Symbol.asyncIterator]()
  let hasFailed = false
  const lane = async () => {
    try {
      for (let next = await stream.next(); next.done !== true && !hasFailed; next = await stream.next()) {
        await take(next.value)
      }
    } catch (failure) {
      hasFailed = true
      throw failure
    }
  }
  const running = await Promise.allSettled(Array.from({ length: lanes }, lane))
  await stream.return?.()
  for (const ended of running) if (ended.status === 'rejected') throw ended.reason
}
