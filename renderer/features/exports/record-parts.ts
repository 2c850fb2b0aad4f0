export interface RecordPart {
  readonly text: string
  readonly kind: 'plain' | 'key' | 'number' | 'string'
}

const PARTS =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:)|<\/?[A-Za-z_][\w.-]*|\/?>)|(?<string>"(?:[^"\\]|\\.)*")|(?<number>(?<![\w.-])-?\d+(?:\.\d+)?(?![\w-]))/g

/** A record cut into its keys (or tags), strings, numbers and the rest, for coloring. */
export function recordParts(text: string): readonly RecordPart[] {
  const parts: RecordPart[] = []
  let end = 0
  for (const match of text.matchAll(PARTS)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), kind: 'plain' })
    const { key, string } = match.groups ?? {}
    parts.push({ text: match[0], kind: key === undefined ? (string === undefined ? 'number' : 'string') : 'key' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), kind: 'plain' })
  return parts
}
