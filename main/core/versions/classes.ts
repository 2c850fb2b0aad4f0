import type { Shape } from '#common/annotation/shape'
import { type Refusal, refuse } from '#common/errors'
import type { ExportClass } from '#common/exports/model'
import type { ClassId } from '#common/ids'
import { ok, type Result } from '#common/result'

/** New names of classes by their old ones; an empty name leaves the class out. */
type Remap = Readonly<Record<string, string>> | undefined

/** The classes of a version, and what becomes of each class of the project: another class, or nothing. */
export interface Remapped<Class> {
  readonly classes: readonly Class[]
  readonly becomes: ReadonlyMap<ClassId, ClassId | undefined>
}

/**
 * Renames, merges and leaves out classes, all at once: with `{a: b, b: a}` two classes change places. A class that is given the name of
 * one that keeps it becomes that class; of several with a new name the first in order stays.
 */
export function remapClasses<Class extends ExportClass>(classes: readonly Class[], remap: Remap): Remapped<Class> {
  const named = classes.map((known) => ({ known, name: remap?.[known.name] ?? known.name }))
  const byName = new Map<string, Class>()
  for (const { known, name } of named.toSorted((a, b) => Number(isRenamed(a)) - Number(isRenamed(b)))) {
    if (name !== '' && !byName.has(name)) byName.set(name, { ...known, name })
  }
  for (const { known, name } of named) {
    const kept = byName.get(name)
    if (kept) byName.set(name, withAttributes(kept, known))
  }
  const becomes = new Map(named.map(({ known, name }) => [known.id, byName.get(name)?.id]))
  return { classes: classes.flatMap(({ id }) => [...byName.values()].filter((kept) => kept.id === id)), becomes }
}

/** Labels of the other class go on saying what they say: by its attributes, behind the own ones of the class. */
export function withAttributes<Class extends ExportClass>(kept: Class, { id, attributes = [] }: Class): Class {
  if (id === kept.id || attributes.length === 0) return kept
  return { ...kept, attributes: [...(kept.attributes ?? []), ...attributes] }
}

function isRenamed({ known, name }: { readonly known: ExportClass; readonly name: string }): boolean {
  return known.name !== name
}

/** The labels under the classes of the version; those of classes that are left out are gone. Texts belong to no class. */
export function remapShapes(shapes: readonly Shape[], becomes: Remapped<ExportClass>['becomes']): readonly Shape[] {
  return shapes.flatMap((shape) => {
    if (!becomes.has(shape.classId)) return [shape]
    const classId = becomes.get(shape.classId)
    return classId === undefined ? [] : [classId === shape.classId ? shape : { ...shape, classId }]
  })
}

/** Classes that are merged must name the same points in the same order. */
export function checkMerges(classes: readonly ExportClass[], remap: Remap): Result<undefined, Refusal> {
  const { classes: merged, becomes } = remapClasses(classes, remap)
  for (const { id, name, skeleton } of classes) {
    const target = merged.find((kept) => kept.id === becomes.get(id))
    if (target === undefined || pointsOf(target.skeleton) === pointsOf(skeleton)) continue
    return refuse('remap-changes-points', { class: name, target: target.name })
  }
  return ok(undefined)
}

function pointsOf(skeleton: ExportClass['skeleton']): string {
  return JSON.stringify(skeleton?.points ?? [])
}
