type Same<Item> = (a: Item, b: Item) => boolean

/** Returns how many leading items two lists have in common. */
export function commonHead<Item>(a: readonly Item[], b: readonly Item[], isSame: Same<Item> = Object.is): number {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && isSameAt(a[head], b[head], isSame)) head++
  return head
}

interface Beside<Item> {
  /** Length of the common head; the tail does not count these items again. */
  readonly head: number
  readonly isSame?: Same<Item>
}

/** Returns how many trailing items two lists have in common. */
export function commonTail<Item>(
  a: readonly Item[],
  b: readonly Item[],
  { head, isSame = Object.is }: Beside<Item>,
): number {
  const most = Math.min(a.length, b.length) - head
  let tail = 0
  while (tail < most && isSameAt(a[a.length - 1 - tail], b[b.length - 1 - tail], isSame)) tail++
  return tail
}

/** Returns the indices at which two lists of equal length hold different items. */
export function differingPlaces<Item>(a: readonly Item[], b: readonly Item[]): readonly number[] {
  const places: number[] = []
  for (let place = 0; place < b.length; place++) if (a[place] !== b[place]) places.push(place)
  return places
}

function isSameAt<Item>(a: Item | undefined, b: Item | undefined, isSame: Same<Item>): boolean {
  return a !== undefined && b !== undefined && isSame(a, b)
}
