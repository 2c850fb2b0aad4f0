import { DESCRIPTOR_BYTES, distanceAt, toSimilarity } from '../search/descriptor.ts'

/** Labeled images that stand for all of them: the comparison grows with their number. */
const MOST_STANDING = 128

/**
 * Images that stand for the others: each next one is the one that is farthest from all before (Gonzalez 1985), so that no
 * image is left more than twice as far as it must be.
 */
export function standingLooks(looks: readonly Uint8Array[], most = MOST_STANDING): Uint8Array[] {
  const sound = looks.filter(({ length }) => length === DESCRIPTOR_BYTES).map((look) => new Uint8Array(look))
  const nearest = sound.map(() => Number.POSITIVE_INFINITY)
  const chosen: Uint8Array[] = []
  let next: Uint8Array | undefined = sound[0]
  while (next !== undefined && chosen.length < most) {
    chosen.push(next)
    next = farthest(sound, nearest, next)
  }
  return chosen
}

/** The image farthest from all that are chosen, after one more is; undefined when every one is as good as chosen. */
function farthest(looks: readonly Uint8Array[], nearest: number[], added: Uint8Array): Uint8Array | undefined {
  let best = 0
  let found: Uint8Array | undefined
  for (const [index, look] of looks.entries()) {
    const distance = Math.min(nearest[index] ?? 0, distanceAt(added, look, 0))
    nearest[index] = distance
    if (distance <= best) continue
    best = distance
    found = look
  }
  return found
}

/** 1 − how alike an image is to the likest of those that stand for the labeled ones; 0 when nothing is known. */
export function noveltyOf(look: Uint8Array | undefined, standing: readonly Uint8Array[]): number {
  if (look?.length !== DESCRIPTOR_BYTES || standing.length === 0) return 0
  const plain = new Uint8Array(look)
  const least = standing.reduce(
    (nearest, each) => Math.min(nearest, distanceAt(plain, each, 0)),
    Number.POSITIVE_INFINITY,
  )
  return 1 - toSimilarity(least)
}
