import { createHash } from 'node:crypto'

/** Random numbers that are the same for the same stream key. */
export interface Random {
  /** Returns u with 0 ≤ u < 1. */
  next(): number
  between(min: number, max: number): number
  chance(probability: number): boolean
}

/** Key of a stream. No two steps share one, so turning a step on does not change the draws of others. */
interface StreamKey {
  /** 32 hexadecimal digits, stored with the version. */
  readonly seed: string
  readonly imageId: string
  /** Index of the part of an image that was cut; 0 if it was not. */
  readonly part: number
  readonly variant: number
  /** The step's key, with `|<annotationIndex>` appended where each box draws for itself. */
  readonly step: string
}

const DISCARDED = 12

/** Returns the stream of one step on one variant of one image: sfc32 seeded with the SHA-256 of its key. */
export function randomStream({ seed, imageId, part, variant, step }: StreamKey): Random {
  const digest = createHash('sha256').update(`${seed}|${imageId}|${part}|${variant}|${step}`).digest()
  return generator([0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset)))
}

/** Returns the stream for a 32-bit seed. */
export function streamFrom(start: number): Random {
  return generator([0, 0, 0, start])
}

function generator(words: readonly number[]): Random {
  const next = sfc32(words)
  for (let i = 0; i < DISCARDED; i++) next()
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    chance: (probability) => next() < probability,
  }
}

/** Chris Doty-Humphrey's small fast counter generator: four 32-bit words, the last one a counter. */
function sfc32([first = 0, second = 0, third = 0, start = 0]: readonly number[]): () => number {
  let [a, b, c, counter] = [first | 0, second | 0, third | 0, start | 0]
  return () => {
    const out = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    return (out >>> 0) / 2 ** 32
  }
}

/** Hexadecimal digits that a double holds exactly. */
const EXACT_DIGITS = 13

/** Returns the rank by which images without annotations are kept when only some may stay. */
export function nullRank({ seed, imageId, part }: Pick<StreamKey, 'seed' | 'imageId' | 'part'>): number {
  const digest = createHash('sha256').update(`${seed}|${imageId}|${part}`).digest('hex')
  return Number.parseInt(digest.slice(0, EXACT_DIGITS), 16)
}
