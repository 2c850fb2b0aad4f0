import type { ClassDiff } from '#common/contract/version-diff'
import type { ClassId } from '#common/ids'
import type { FrozenClass } from '../model.ts'
import type { SameClass } from './match.ts'

/** Labels by class. */
export type ClassCounts = ReadonlyMap<ClassId, number>

/** The class after that a class before is: by its id, else by its name, for one that was deleted and made again. */
function successors(before: readonly FrozenClass[], after: readonly FrozenClass[]): ReadonlyMap<ClassId, FrozenClass> {
  const ids = new Map(after.map((each) => [each.id, each]))
  const former = new Set(before.map(({ id }) => id))
  const names = new Map(after.filter(({ id }) => !former.has(id)).map((each) => [each.name, each]))
  return new Map(
    before.flatMap(({ id, name }) => {
      const same = ids.get(id) ?? names.get(name)
      return same === undefined ? [] : [[id, same]]
    }),
  )
}

/** A class that no version lists is only itself. */
export function sameClass(before: readonly FrozenClass[], after: readonly FrozenClass[]): SameClass {
  const next = successors(before, after)
  return (one, other) => (next.get(one)?.id ?? one) === other
}

export interface FrozenClasses {
  readonly classes: readonly FrozenClass[]
  readonly counts: ClassCounts
}

/** Every class of either version: those after in their order, then those that are gone. */
export function diffClasses(before: FrozenClasses, after: FrozenClasses): ClassDiff[] {
  const next = successors(before.classes, after.classes)
  const former = new Map(before.classes.flatMap((each) => [[next.get(each.id)?.id, each] as const]))
  const kept = after.classes.map((each): ClassDiff => {
    const was = former.get(each.id)
    const isRenamed = was !== undefined && was.name !== each.name
    return {
      ...faceOf(each),
      change: was === undefined ? 'added' : isRenamed ? 'renamed' : null,
      formerName: isRenamed ? was.name : null,
      before: was === undefined ? null : (before.counts.get(was.id) ?? 0),
      after: after.counts.get(each.id) ?? 0,
    }
  })
  const gone = before.classes.filter(({ id }) => !next.has(id))
  const removed = gone.map((each): ClassDiff => {
    const counted = before.counts.get(each.id) ?? 0
    return { ...faceOf(each), change: 'removed', formerName: null, before: counted, after: null }
  })
  return [...kept, ...removed]
}

export function faceOf({ id, name, color, skeleton }: FrozenClass) {
  return { id, name, color, skeleton: skeleton ?? null }
}
