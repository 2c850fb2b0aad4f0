/** The place that a label file gives an image: the folders that it names, and those in which it lies itself. */
export interface Hint {
  readonly said: readonly string[]
  readonly beside: readonly string[]
}

/** Lists of the likeliest images that are kept: labels of one folder name the same folders one after the other. */
const MAX_KEPT = 64

/**
 * Finds the image, of several with one name, whose folders fit a hint best: those that have the most of the folders that are named, and
 * of these the one that shares the longest way from the root with the label file. Undefined where several fit equally well. A look-up
 * costs the folders of the hint, not the images.
 */
export function nearestOf(images: readonly { readonly index: number; readonly folders: readonly string[] }[]) {
  const places = images
    .map(({ index, folders }) => ({ index, key: keyOf(folders), parts: new Set(folders) }))
    .sort((a, b) => compare(a.key, b.key))
  const byPart = postings(places)
  const kept = new Map<string, readonly Place[]>()

  return function nearest({ said, beside }: Hint): number | undefined {
    const [first, ...others] = nearestBeside(likeliest(said), beside)
    return first && others.length === 0 ? first.index : undefined
  }

  /** Places that have the most of the folders that are named, in the order of their keys. */
  function likeliest(said: readonly string[]): readonly Place[] {
    // A folder that all of them are in tells none apart.
    const telling = said.filter((part) => (byPart.get(part)?.length ?? places.length) < places.length)
    if (telling.length === 0) return places
    const id = telling.toSorted(compare).join('/')
    const found = kept.get(id) ?? mostNamed(telling, byPart)
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(id, found)
    return found
  }
}

interface Place {
  readonly index: number
  /** The folders, each with a slash behind it. */
  readonly key: string
  readonly parts: ReadonlySet<string>
}

type Postings = ReadonlyMap<string, readonly Place[]>

function postings(places: readonly Place[]): Postings {
  const byPart = new Map<string, Place[]>()
  for (const place of places) {
    for (const part of place.parts) {
      const there = byPart.get(part)
      if (there) there.push(place)
      else byPart.set(part, [place])
    }
  }
  return byPart
}

/** The rarest folders first: those that only have the others cannot have more of them in the end. */
function mostNamed(said: readonly string[], byPart: Postings): readonly Place[] {
  const parts = [...new Set(said)].toSorted((a, b) => countOf(byPart, a) - countOf(byPart, b))
  let [most, left] = [0, said.length]
  let best = new Set<Place>()
  for (const part of parts) {
    if (left < most) break
    left -= said.filter((each) => each === part).length
    for (const place of byPart.get(part) ?? []) {
      const named = said.filter((each) => place.parts.has(each)).length
      if (named > most) best = new Set()
      most = Math.max(most, named)
      if (named === most) best.add(place)
    }
  }
  return [...best].sort((a, b) => compare(a.key, b.key))
}

function countOf(byPart: Postings, part: string): number {
  return byPart.get(part)?.length ?? 0
}

/** Places that share the longest way with a folder, of places in the order of their keys; two at most. */
function nearestBeside(places: readonly Place[], beside: readonly string[]): readonly Place[] {
  for (let length = beside.length; length > 0; length -= 1) {
    const way = keyOf(beside.slice(0, length))
    const at = firstFrom(places, way)
    if (places[at]?.key.startsWith(way)) return places.slice(at, at + 2).filter(({ key }) => key.startsWith(way))
  }
  return places.slice(0, 2)
}

/** The place of the first key that is not before this one. */
function firstFrom(places: readonly Place[], key: string): number {
  let [from, to] = [0, places.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(places[middle]?.key ?? '', key) < 0) from = middle + 1
    else to = middle
  }
  return from
}

function keyOf(folders: readonly string[]): string {
  return folders.map((folder) => `${folder}/`).join('')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
