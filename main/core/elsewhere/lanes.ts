/** The answers for all items in their order, with so many asked for at the same time. */
export async function inLanes<Item, Answer>(
  items: readonly Item[],
  lanes: number,
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = items.entries()
  async function lane() {
    for (const [index, item] of waiting) answers[index] = await ask(item)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
  return answers
}
