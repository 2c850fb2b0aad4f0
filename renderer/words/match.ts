/** How well a name answers what was typed, smaller is better; undefined when it does not. */
export function matchRank(name: string, typed: string): number | undefined {
  const [text, query] = [name.toLowerCase(), typed.trim().toLowerCase()]
  if (query === '' || text === query) return 0
  if (text.startsWith(query)) return 1
  if (initials(text).startsWith(query)) return 2
  if (text.includes(query)) return 3
  return isSubsequence(query, text) ? 4 : undefined
}

function initials(text: string): string {
  return text
    .split(/[\s_-]+/)
    .map((word) => word.slice(0, 1))
    .join('')
}

function isSubsequence(query: string, text: string): boolean {
  let place = 0
  for (const letter of query) {
    place = text.indexOf(letter, place) + 1
    if (place === 0) return false
  }
  return true
}

/** The items that answer, best first; equals keep their order. */
export function matching<Item>(items: readonly Item[], typed: string, nameOf: (item: Item) => string): readonly Item[] {
  return items
    .flatMap((item) => {
      const rank = matchRank(nameOf(item), typed)
      return rank === undefined ? [] : [{ item, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
