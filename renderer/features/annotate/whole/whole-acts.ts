import type { AnnotationDocument, Change } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { shorten } from '#common/text'
import { act } from '#renderer/kit/words/acts'
import { isEditable } from '../document/document-state.ts'
import { goBy } from '../queue/queue-acts.ts'
import { newShapeId, nextZ } from '../workbench/new-shape.ts'
import type { Workbench } from '../workbench/workbench.ts'

type WholeShape = Extract<Shape, { kind: 'whole' }>

/** The classes that the image as a whole is of, in the order of the project's classes. */
export function wholeClasses(
  shapes: AnnotationDocument | undefined,
  classes: readonly LabelClass[] | undefined,
): readonly LabelClass[] {
  const given = shapes && wholeClassIds(shapes)
  return classes?.filter(({ id }) => given?.has(id)) ?? []
}

const wholes = new WeakMap<AnnotationDocument, ReadonlySet<ClassId>>()

/** Which classes the image as a whole is of. Looked for once, however many ask: an image may have ten thousand shapes. */
export function wholeClassIds(shapes: AnnotationDocument): ReadonlySet<ClassId> {
  const known = wholes.get(shapes)
  if (known) return known
  const given = new Set(wholeShapes(shapes).map(({ classId }) => classId))
  wholes.set(shapes, given)
  return given
}

/** Gives the image the class or takes it away: one gesture. Of one class an image, the new one takes the place of the old. */
export function toggleWholeClass(bench: Workbench, classId: ClassId): 'given' | 'taken' | undefined {
  const { document } = bench
  const name = shorten(bench.bench.classes?.find(({ id }) => id === classId)?.name ?? 'class')
  if (!document) return undefined
  const given = wholeShapes(document.shapes)
  const same = given.filter((shape) => shape.classId === classId)
  if (same.length > 0) {
    const changes = same.map((before): Change => ({ before, after: null }))
    return bench.edit({ label: act('Take {{name}} away', { name }), changes }) ? 'taken' : undefined
  }
  const isOnly = bench.bench.projectType === 'single-label-classification'
  const dropped = isOnly ? given.map((before): Change => ({ before, after: null })) : []
  const after: Shape = { id: newShapeId(), classId, z: nextZ(document.shapes), origin: 'hand', kind: 'whole' }
  return bench.edit({ label: act('Give {{name}}', { name }), changes: [...dropped, { before: null, after }] })
    ? 'given'
    : undefined
}

/** Keys that were pressed before the labels of their image were there, in order. */
const early = new WeakMap<Workbench, ClassId[]>()

/** The key of a class. Quick hands are ahead of the labels: a key that comes too early counts as soon as they are there. */
export function pressWholeClass(bench: Workbench, classId: ClassId): void {
  const waiting = early.get(bench)
  if (waiting) waiting.push(classId)
  else if (isEditable(bench.document)) answerKey(bench, classId)
  else void answerLater(bench, [classId])
}

/** Keys are for the image that was on screen and those they lead to; if somebody goes elsewhere meanwhile they are void. */
async function answerLater(bench: Workbench, keys: ClassId[]): Promise<void> {
  early.set(bench, keys)
  let { image } = bench.bench
  for (let key = keys[0]; key !== undefined && image !== undefined; key = keys[0]) {
    await bench.documents.open(image)
    if (bench.bench.image !== image || !isEditable(bench.document)) break
    keys.shift()
    answerKey(bench, key)
    image = bench.bench.image
  }
  early.delete(bench)
}

/** With one class an image its key may lead to the next image. */
function answerKey(bench: Workbench, classId: ClassId): void {
  const { projectType, options } = bench.bench
  const done = toggleWholeClass(bench, classId)
  if (done !== 'given' || projectType !== 'single-label-classification' || !options.goesOn) return
  const said = bench.bench.announcement
  goBy(bench, 1)
  bench.announce(said)
}

function wholeShapes(shapes: AnnotationDocument): readonly WholeShape[] {
  return shapes.filter((shape) => shape.kind === 'whole')
}
