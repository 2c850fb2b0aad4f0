const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = 0x7b
const CLOSING = 0x7d

/** The texts of JSON objects that stand beside each other, parted by commas; each letter by letter as it is. */
export function eventTexts(page: string): string[] {
  const texts: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at < page.length; at += 1) {
    const code = page.charCodeAt(at)
    if (code === QUOTE) at = endOfString(page, at)
    else if (code === OPENING) {
      if (depth === 0) start = at
      depth += 1
    } else if (code === CLOSING) {
      depth -= 1
      if (depth === 0) texts.push(page.slice(start, at + 1))
    }
  }
  return texts
}

/** Where the string ends that begins here. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

/** A quote behind an odd number of backslashes does not end its string. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}
