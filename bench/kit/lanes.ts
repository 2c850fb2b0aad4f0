/** Processes the items with a limited number in parallel. */
export async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
