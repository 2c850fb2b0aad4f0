import { composed, folded, partsOf, stemOf } from './places.ts'

/** Finds what has a name, by its place in the list. */
export type ByName = (name: string) => readonly number[] | undefined

/** How a name is compared where several agree in letters alone: first as it stands, then whichever way its accents are written. */
const SPELLINGS: readonly ((name: string) => string)[] = [(name) => name, composed]

/**
 * Finds files by name, then by name without its ending. Letter case and the way in which accents are written are passed over, unless
 * several differ in nothing else: then the one that is written in the same way is meant.
 */
export function byName(names: readonly string[]): ByName {
  const whole = places(names.map(folded))
  const stems = places(names.map((name) => stemOf(folded(name))))
  const apart = new Map<readonly number[], (name: string) => readonly number[] | undefined>()

  return function find(name) {
    const wanted = folded(name)
    const found = whole.get(wanted) ?? stems.get(wanted) ?? stems.get(stemOf(wanted))
    if (found === undefined || found.length === 1) return found
    const spelt = apart.get(found) ?? bySpelling(found, names)
    apart.set(found, spelt)
    return spelt(name) ?? found
  }
}

/** Finds names, and names without their endings, as they are written. */
function bySpelling(found: readonly number[], names: readonly string[]) {
  const maps = SPELLINGS.map((spell) => {
    const map = new Map<string, number[]>()
    for (const index of found) {
      const name = spell(names[index] ?? '')
      for (const key of new Set([name, stemOf(name)])) addTo(map, key, index)
    }
    return { spell, map }
  })
  return (name: string) => firstOf(maps, ({ spell, map }) => map.get(spell(name)) ?? map.get(stemOf(spell(name))))
}

/** Finds files by their parts from the root: as names are found, and none where several are meant. */
export function byPath(paths: readonly string[]): (parts: readonly string[]) => number | undefined {
  const found = new Map<string, number>()
  const clashing = new Set<string>()
  for (const [index, path] of paths.entries()) {
    const key = keyOf(partsOf(path))
    if (found.has(key)) clashing.add(key)
    found.set(key, index)
  }
  const spelt = SPELLINGS.map((spell) => ({ spell, map: new Map<string, number[]>() }))
  for (const [index, path] of clashing.size > 0 ? paths.entries() : []) {
    const parts = partsOf(path)
    if (clashing.has(keyOf(parts))) for (const { spell, map } of spelt) addTo(map, spell(parts.join('/')), index)
  }
  return (parts) => {
    const key = keyOf(parts)
    if (!clashing.has(key)) return found.get(key)
    const meant = firstOf(spelt, ({ spell, map }) => map.get(spell(parts.join('/'))))
    return meant?.length === 1 ? meant[0] : undefined
  }
}

function firstOf<Item, Value>(items: readonly Item[], of: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const value = of(item)
    if (value !== undefined) return value
  }
  return undefined
}

function keyOf(parts: readonly string[]): string {
  return folded(parts.join('/'))
}

function places(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const map = new Map<string, number[]>()
  for (const [index, name] of names.entries()) addTo(map, name, index)
  return map
}

function addTo(map: Map<string, number[]>, key: string, index: number): void {
  const there = map.get(key)
  if (there) there.push(index)
  else map.set(key, [index])
}
