/** Formats a number with at most two decimals, without trailing zeros. */
export function decimal(value: number): string {
  return String(Number(value.toFixed(2)))
}

/** Returns "a", "a and b" or "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
