/** The current card for each notice id. */
const standing = new Map<string, string>()
let made = 0

/** Returns the card of an earlier notice with the same id while it is shown, else a new one. */
export function cardFor(id: string | undefined): string {
  const known = id === undefined ? undefined : standing.get(id)
  if (known !== undefined) return known
  made += 1
  const card = `${made}`
  if (id !== undefined) standing.set(id, card)
  return card
}

/** Marks a card as leaving, so that it takes no further notice. */
export function leaveCard(card: string): void {
  for (const [id, each] of standing) if (each === card) standing.delete(id)
}
