/**
 * Orders names as people count: `frame 2` before `frame 10`. Runs of digits count as whole numbers, all else by its UTF-16 code units;
 * of equal numbers the one with fewer zeros in front comes first. For `toSorted`.
 */
export function byNaturalOrder(a: string, b: string): number {
  const at = firstDifference(a, b)
  const from = startOfDigits(a, at)
  const [endA, endB] = [endOfDigits(a, at), endOfDigits(b, at)]
  if (endA === from || endB === from) return codeAt(a, at) - codeAt(b, at)
  const [oneFrom, otherFrom] = [skipZeros(a, from, endA), skipZeros(b, from, endB)]
  const more = endA - oneFrom - (endB - otherFrom)
  const larger = more || firstDigit(a, b, { oneFrom, otherFrom, length: endA - oneFrom })
  return larger || endA - endB || codeAt(a, at) - codeAt(b, at)
}

/** Where two names first differ; the length of the shorter one when it begins the other. */
function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

/** Where the run of digits begins that ends just before `at`. */
function startOfDigits(text: string, at: number): number {
  let from = at
  while (from > 0 && isDigit(text, from - 1)) from -= 1
  return from
}

function endOfDigits(text: string, at: number): number {
  let end = at
  while (isDigit(text, end)) end += 1
  return end
}

function skipZeros(text: string, from: number, end: number): number {
  let at = from
  while (at < end - 1 && text.charCodeAt(at) === ZERO) at += 1
  return at
}

interface Digits {
  readonly oneFrom: number
  readonly otherFrom: number
  readonly length: number
}

/** Which of two numbers of as many digits is the larger one; 0 when they are equal. */
function firstDigit(a: string, b: string, { oneFrom, otherFrom, length }: Digits): number {
  for (let i = 0; i < length; i++) {
    const difference = a.charCodeAt(oneFrom + i) - b.charCodeAt(otherFrom + i)
    if (difference !== 0) return difference
  }
  return 0
}

const ZERO = 48

/** −1 behind the end: the shorter name comes first. */
function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= ZERO && code < ZERO + 10
}
