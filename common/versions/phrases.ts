/** At most two digits behind the point, and none that say nothing. */
export function decimal(value: number): string {
  return String(Number(value.toFixed(2)))
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
