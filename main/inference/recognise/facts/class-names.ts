const MOST_CLASSES = 100_000

/** Names in the order of the tensor, from a list or from a dictionary by number; a number that is left out gives an empty name. */
export function namesIn(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.map(nameOf) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const numbered = Object.entries(value).map(([number, name]) => [Number(number), nameOf(name)] as const)
  const highest = Math.max(-1, ...numbered.map(([number]) => number))
  const areNumbers = numbered.every(([number]) => Number.isInteger(number) && number >= 0)
  if (!areNumbers || numbered.length === 0 || highest >= MOST_CLASSES) return undefined
  const names = new Map(numbered)
  return Array.from({ length: highest + 1 }, (_, number) => names.get(number) ?? '')
}

function nameOf(name: unknown): string {
  return typeof name === 'string' ? name.trim() : String(name)
}

/** One name a line. */
export function namesInLines(text: string): readonly string[] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  while (lines.at(-1) === '') lines.pop()
  return lines.length > 0 ? lines : undefined
}
