import type { AnnotationDocument, Change } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { shorten } from '#common/text'
import { goBy } from '../queue/queue-acts.ts'
import { newShapeId, nextZ } from '../workbench/new-shape.ts'
import type { Workbench } from '../workbench/workbench.ts'

type WholeShape = Extract<Shape, { kind: 'whole' }>

/** The classes that the picture as a whole is of, in the order of the project's classes. */
export function wholeClasses(
  shapes: AnnotationDocument | undefined,
  classes: readonly LabelClass[] | undefined,
): readonly LabelClass[] {
  const given = new Set(wholeShapes(shapes ?? []).map(({ classId }) => classId))
  return classes?.filter(({ id }) => given.has(id)) ?? []
}

/** Gives the picture the class or takes it away: one gesture. Of one class a picture, the new one takes the place of the old. */
export function toggleWholeClass(bench: Workbench, classId: ClassId): 'given' | 'taken' | undefined {
  const { document } = bench
  const name = bench.bench.classes?.find(({ id }) => id === classId)?.name ?? 'class'
  if (!document) return undefined
  const given = wholeShapes(document.shapes)
  const same = given.filter(isWholeOf(classId))
  if (same.length > 0) {
    const changes = same.map((before): Change => ({ before, after: null }))
    return bench.edit({ label: shorten(`Take ${name} away`), changes }) ? 'taken' : undefined
  }
  const isOnly = bench.bench.projectType === 'single-label-classification'
  const dropped = isOnly ? given.map((before): Change => ({ before, after: null })) : []
  const after: Shape = { id: newShapeId(), classId, z: nextZ(document.shapes), origin: 'hand', kind: 'whole' }
  return bench.edit({ label: shorten(`Give ${name}`), changes: [...dropped, { before: null, after }] })
    ? 'given'
    : undefined
}

/** The key of a class: with one class a picture it may lead to the next picture. */
export function pressWholeClass(bench: Workbench, classId: ClassId): void {
  const { projectType, options } = bench.bench
  const done = toggleWholeClass(bench, classId)
  if (done !== 'given' || projectType !== 'single-label-classification' || !options.goesOn) return
  const said = bench.bench.announcement
  goBy(bench, 1)
  bench.announce(said)
}

/** Whether a label says that the picture is of the class. */
export function isWholeOf(classId: ClassId): (shape: Shape) => boolean {
  return (shape) => shape.kind === 'whole' && shape.classId === classId
}

function wholeShapes(shapes: AnnotationDocument): readonly WholeShape[] {
  return shapes.filter((shape) => shape.kind === 'whole')
}
