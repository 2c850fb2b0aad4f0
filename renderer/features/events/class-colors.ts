import { CLASS_COLORS } from '#renderer/ui/display/class-color'

/**
 * A place in the class colors for each name. Events name classes and nothing more: a color follows from the name, so that the same
 * class looks the same in every event, and makes way only where two classes of one event would look alike.
 */
export function colorsOf(names: Iterable<string>): ReadonlyMap<string, number> {
  const colors = new Map<string, number>()
  const taken = new Set<number>()
  for (const name of [...new Set(names)].toSorted()) {
    let place = hashOf(name) % CLASS_COLORS.length
    for (let tries = 0; taken.has(place) && tries < CLASS_COLORS.length; tries += 1)
      place = (place + 1) % CLASS_COLORS.length
    taken.add(place)
    colors.set(name, place + 1)
  }
  return colors
}

/** FNV-1a over the letters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
