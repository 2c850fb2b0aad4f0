import { findLints, type Lint } from '#common/annotation/lint/lint'
import type { LintedImage } from '#common/annotation/lint/shape-lints'
import { isPlaced, type KeypointsShape, type PlacedShape } from '#common/annotation/shape'
import { mirroredPoints } from '#common/annotation/skeleton'
import type { LabelClass } from '#common/contract/projects'
import type { Size } from '#common/geometry/space'
import type { ClassId } from '#common/ids'
import { whenIdle } from '#renderer/ui/app/when-idle'
import type { Editor } from '../../editor/editor.ts'
import type { Machine } from '../../model/machine.ts'

/** Time of one step, in milliseconds: far below a frame, so that no gesture waits. */
const STEP_MS = 1

/** Labels are looked through once the hand has rested this long. */
const REST_MS = 200

/** Keeps `state.lints` right while labels change, in small steps; returns what stops it. */
export function watchLints(editor: Editor): () => void {
  let cease = () => {}
  let looked: readonly unknown[] = []
  const start = () => {
    const shapes = editor.document?.shapes
    const { classes } = editor.state
    if (shapes === looked[0] && classes === looked[1]) return
    looked = [shapes, classes]
    cease()
    if (shapes === undefined) return editor.set({ lints: NONE })
    const timer = setTimeout(() => look(editor, (step) => (cease = whenIdle(step))), REST_MS)
    cease = () => clearTimeout(timer)
  }
  const stops = [editor.store.subscribe(start), editor.documents.store.subscribe(start)]
  start()
  return () => {
    cease()
    for (const stop of stops) stop()
  }
}

const NONE: readonly Lint[] = []
const NO_CLASSES: readonly LabelClass[] = []

let last: { readonly frame: Size; readonly classes: readonly LabelClass[]; readonly image: LintedImage } | undefined

/** The same object for the same image: what was found out about its labels is kept with it. */
function imageOf(frame: Size, classes: readonly LabelClass[]): LintedImage {
  if (last?.frame === frame && last.classes === classes) return last.image
  const mirrors = new Map(
    classes.flatMap(({ id, skeleton }) => (skeleton ? [[id, mirroredPoints(skeleton.points)] as const] : [])),
  )
  const asked = new Map(classes.map(({ id, attributes }) => [id, attributes]))
  const image = {
    frame,
    asked: (id: ClassId) => asked.get(id),
    mirrored: ({ classId }: KeypointsShape) => mirrors.get(classId),
  }
  last = { frame, classes, image }
  return image
}

/** Together with what the machine fitted far from where it was carried from, as long as nobody has touched it; in drawing order. */
function withFar(lints: readonly Lint[], shapes: readonly PlacedShape[], { far }: Machine): readonly Lint[] {
  if (far.size === 0) return lints
  const byShape = Map.groupBy(lints, ({ shape }) => shape)
  return shapes.flatMap(({ id, isCarried }): readonly Lint[] => {
    const own = byShape.get(id) ?? []
    return isCarried && far.has(id) ? [...own, { kind: 'far', shape: id }] : own
  })
}

/** Each step waits until `later` has time for it. */
function look(editor: Editor, later: (step: () => void) => void): void {
  const { frame, classes = NO_CLASSES } = editor.state
  const shapes = editor.document?.shapes.filter(isPlaced)
  if (!frame || !shapes) return
  const work = findLints(shapes, imageOf(frame, classes))
  const step = () => {
    const end = performance.now() + STEP_MS
    for (let next = work.next(); ; next = work.next()) {
      if (next.done) return editor.set({ lints: withFar(next.value, shapes, editor.state.machine) })
      if (performance.now() > end) return later(step)
    }
  }
  later(step)
}
