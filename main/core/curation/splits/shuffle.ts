import type { Shuffle } from './rules.ts'

/** A shuffle whose every order follows from 128 bits of seed and a label: sfc32 seeded by an FNV-1a hash, then Fisher–Yates. */
export function seededShuffle(seed: string): Shuffle {
  return (items, label) => {
    const next = sfc32(seed, label)
    const shuffled = [...items]
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = Math.floor(next() * (i + 1))
      const [a, b] = [shuffled[i], shuffled[j]]
      if (a !== undefined && b !== undefined) [shuffled[i], shuffled[j]] = [b, a]
    }
    return shuffled
  }
}

/** Chris Doty-Humphrey's small fast counter generator (PractRand), numbers in [0, 1). */
function sfc32(seed: string, label: string): () => number {
  let [a = 0, b = 0, c = 0, counter = 1] = [0, 8, 16, 24].map((from) => Number.parseInt(seed.slice(from, from + 8), 16))
  a ^= fnv1a(label)
  function next() {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 15; i += 1) next()
  return next
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}
