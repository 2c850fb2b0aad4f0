/** Whether a value of JSON holds more than so many values that hold no others. */
export function holdsMore(value: unknown, most: number): boolean {
  const open = [value]
  let entries = 0
  while (open.length > 0) {
    const part = open.pop()
    const inside: readonly unknown[] = typeof part === 'object' && part !== null ? Object.values(part) : []
    if (inside.length === 0) entries += 1
    if (entries + open.length + inside.length > most) return true
    open.push(...inside)
  }
  return false
}
