import type { Reading } from '../kit/text/ctc.ts'

/** A piece of a long word, read on its own. */
export interface ReadPiece extends Reading {
  /** The share of the piece that the one before it shows as well; 0 for the first. */
  readonly overlap: number
}

/** The reading of a long word from those of its overlapping pieces, from left to right. Unsure where one of them is. */
export function joinReadings(pieces: readonly ReadPiece[]): Reading {
  const text = pieces.reduce((joined, piece) => joinTexts(joined, piece), '')
  const read = pieces.filter((piece) => piece.text !== '')
  return { text, confidence: Math.min(1, ...(read.length > 0 ? read : pieces).map(({ confidence }) => confidence)) }
}

/**
 * The two letters at the cut may be halves, so they are left out and the rest is laid over one another where it fits best, near the
 * overlap that is expected. Of the letters that both show, the first half is the left piece's and the second the right one's.
 */
function joinTexts(left: string, { text: right, overlap }: ReadPiece): string {
  const [before, after] = [Array.from(left), Array.from(right)]
  if (before.length < 2 || after.length < 2) return left + right
  const [head, tail] = [before.slice(0, -1), after.slice(1)]
  const expected = Math.max(0, after.length * overlap - 2)
  const shared = bestShared({ head, tail, expected })
  if (shared === 0) return (after.length * overlap < 1 ? [...before, ...after] : [...head, ...tail]).join('')
  const cut = Math.ceil(shared / 2)
  return [...head.slice(0, head.length - shared + cut), ...tail.slice(cut)].join('')
}

interface Sides {
  readonly head: readonly string[]
  readonly tail: readonly string[]
  /** Letters that both are expected to show. */
  readonly expected: number
}

/** How many letters the end of one and the beginning of the other share; at least half of them must be the same. */
function bestShared({ head, tail, expected }: Sides): number {
  let best = { shared: 0, cost: expected + 1 }
  for (let shared = 1; shared <= Math.min(head.length, tail.length); shared += 1) {
    const end = head.slice(head.length - shared)
    const wrong = end.filter((letter, place) => letter !== tail[place]).length
    const cost = wrong + Math.abs(shared - expected) / 2
    if (wrong <= shared / 2 && cost < best.cost) best = { shared, cost }
  }
  return best.shared
}
