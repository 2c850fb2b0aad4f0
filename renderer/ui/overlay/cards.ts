/** Which card stands for the notices of an id. */
const standing = new Map<string, string>()
let made = 0

/** The card of an earlier notice with the same id, as long as it stands; else a new one. */
export function cardFor(id: string | undefined): string {
  const known = id === undefined ? undefined : standing.get(id)
  if (known !== undefined) return known
  made += 1
  const card = `${made}`
  if (id !== undefined) standing.set(id, card)
  return card
}

/** The card begins to leave: until it is gone it would take another notice along. */
export function leaveCard(card: string): void {
  for (const [id, each] of standing) if (each === card) standing.delete(id)
}
