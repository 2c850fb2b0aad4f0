import { parseSearch } from '#common/search/parse'
import { readTokens, type SearchFault, type Token } from '#common/search/tokens'

/** A stretch of a query as it is colored. */
export interface Painted {
  readonly text: string
  readonly as: 'text' | 'selector' | 'operator' | 'fault'
}

/** The query in stretches that make up its text: selectors and operators stand out, what cannot be read is marked. */
export function paintSearch(text: string): readonly Painted[] {
  const tokens = readTokens(text)
  const query = parseSearch(text)
  const fault = query.ok ? undefined : query.error
  const marks = [...(tokens.ok ? tokens.value.flatMap(markOf) : []), ...(fault ? [faultMark(fault, text)] : [])]
  return stretches(text, marks)
}

interface Mark {
  readonly from: number
  readonly to: number
  readonly as: Painted['as']
}

function markOf({ kind, at, word }: Token): Mark[] {
  if (kind !== 'term') return [{ from: at, to: at + word.length, as: 'operator' }]
  const [selector] = /^[a-z][a-z-]*:/i.exec(word) ?? []
  return selector === undefined ? [] : [{ from: at, to: at + selector.length, as: 'selector' }]
}

/** A fault behind the end of the text is shown on its last word. */
function faultMark({ at, word }: SearchFault, text: string): Mark {
  if (at < text.length) return { from: at, to: Math.min(text.length, at + Math.max(1, word.length)), as: 'fault' }
  const from = text.trimEnd().search(/\S+$/)
  return { from: Math.max(0, from), to: text.length, as: 'fault' }
}

/** Later marks lie over earlier ones. */
function stretches(text: string, marks: readonly Mark[]): Painted[] {
  const edges = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])].toSorted((a, b) => a - b)
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1] ?? text.length
    const mark = marks.findLast((each) => each.from <= from && each.to >= to)
    return { text: text.slice(from, to), as: mark?.as ?? 'text' }
  })
}
