import type { Shape } from '#common/annotation/shape'

interface Labelled {
  readonly shape: Shape
}

/** Numbers of an object in a file in which shapes of one object share the number of a group as well. */
export interface GroupNumbers {
  /** Shared by all objects of the group: the place of its first one among the objects, from 1. */
  readonly group: number
  /** The object's own place, from 1, that tells its parts from the other objects of the group. */
  readonly object: number
}

/** The numbers of the objects of an image that people have grouped. What is alone in its group is in none. */
export function groupNumbers(objects: readonly Labelled[]): (place: number) => GroupNumbers | undefined {
  const firsts = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const [place, { shape }] of objects.entries()) {
    if (shape.group === undefined) continue
    if (!firsts.has(shape.group)) firsts.set(shape.group, place + 1)
    counts.set(shape.group, (counts.get(shape.group) ?? 0) + 1)
  }
  return (place) => {
    const name = objects[place]?.shape.group
    const group = name === undefined || counts.get(name) === 1 ? undefined : firsts.get(name)
    return group === undefined ? undefined : { group, object: place + 1 }
  }
}
