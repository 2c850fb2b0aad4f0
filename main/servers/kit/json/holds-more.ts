/** Whether a value of JSON holds more than so many values that hold no others; decoded bytes are one. */
export function holdsMore(value: unknown, most: number): boolean {
  const open = [value]
  let entries = 0
  while (open.length > 0) {
    const part = open.pop()
    const inside: readonly unknown[] = holdsOthers(part) ? Object.values(part) : []
    if (inside.length === 0) entries += 1
    if (entries + open.length + inside.length > most) return true
    open.push(...inside)
  }
  return false
}

/** Bytes would be as many values as they are long. */
function holdsOthers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}
