import type { Draft } from '../../../annotation/annotations/read-annotation.ts'

/** Objects beyond these are not told apart from those of further label files. */
const MAX_KNOWN = 4_000_000

/** Objects that no label file has said of their image before. */
export interface OtherObjects {
  readonly drafts: readonly Draft[]
  /** Classes that nothing was said of yet. */
  readonly classNames: ReadonlySet<string>
}

/** The objects of each image as hashes, so that one that several label files say counts once. */
export function saidObjects<Image extends object>() {
  const known = new Map<Image, Map<number, number>>()
  let size = 0

  /** The drafts that no other file has said, as an import would put them beside the ones that are there. */
  return function others(image: Image, drafts: readonly Draft[]): OtherObjects {
    const there = known.get(image) ?? new Map<number, number>()
    if (size < MAX_KNOWN) known.set(image, there)
    const [left, classNames] = [new Map(there), new Set<string>()]
    const fresh = drafts.filter((draft) => {
      const key = hashOf(textOf(draft))
      const count = left.get(key) ?? 0
      left.set(key, count - 1)
      if (count <= 0) there.set(key, (there.get(key) ?? 0) + 1)
      return count <= 0
    })
    for (const { className } of fresh) {
      const key = hashOf(className)
      if (!there.has(key)) classNames.add(className)
      there.set(key, 1)
    }
    size += fresh.length
    return { drafts: fresh, classNames }
  }
}

function textOf({ className, geometry, crowd, group, said = {} }: Draft): string {
  return JSON.stringify([className, geometry, crowd === true, group !== undefined, said])
}

/** A number of 53 bits (cyrb53). */
function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
