import { findLints, type Lint } from '#common/annotation/lint/lint'
import type { LintedPicture } from '#common/annotation/lint/shape-lints'
import { isPlaced, type KeypointsShape } from '#common/annotation/shape'
import { mirroredPoints } from '#common/annotation/skeleton'
import type { LabelClass } from '#common/contract/projects'
import type { Size } from '#common/geometry/space'
import type { Workbench } from '../workbench/workbench.ts'

/** Time of one step, in milliseconds: far below a frame, so that no gesture waits. */
const STEP_MS = 4

/** Labels are looked through once the hand has rested this long. */
const REST_MS = 200

/** Keeps `bench.lints` right while labels change, in small steps; returns what stops it. */
export function watchLints(bench: Workbench): () => void {
  let timer = 0
  let looked: unknown
  const start = () => {
    const shapes = bench.document?.shapes
    if (shapes === looked) return
    looked = shapes
    clearTimeout(timer)
    if (shapes === undefined) return bench.set({ lints: NONE })
    timer = window.setTimeout(() => look(bench, (rest) => (timer = rest)), REST_MS)
  }
  const stops = [bench.store.subscribe(start), bench.documents.store.subscribe(start)]
  start()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

const NONE: readonly Lint[] = []
const NO_CLASSES: readonly LabelClass[] = []

let last: { readonly frame: Size; readonly classes: readonly LabelClass[]; readonly picture: LintedPicture } | undefined

/** The same object for the same picture: what was found out about its labels is kept with it. */
function pictureOf(frame: Size, classes: readonly LabelClass[]): LintedPicture {
  if (last?.frame === frame && last.classes === classes) return last.picture
  const mirrors = new Map(
    classes.flatMap(({ id, skeleton }) => (skeleton ? [[id, mirroredPoints(skeleton.points)] as const] : [])),
  )
  const picture = { frame, mirrored: ({ classId }: KeypointsShape) => mirrors.get(classId) }
  last = { frame, classes, picture }
  return picture
}

function look(bench: Workbench, wait: (timer: number) => void): void {
  const { frame, classes = NO_CLASSES } = bench.bench
  const shapes = bench.document?.shapes.filter(isPlaced)
  if (!frame || !shapes) return
  const work = findLints(shapes, pictureOf(frame, classes))
  const step = () => {
    const end = performance.now() + STEP_MS
    for (let next = work.next(); ; next = work.next()) {
      if (next.done) return bench.set({ lints: next.value })
      if (performance.now() > end) return wait(window.setTimeout(step))
    }
  }
  step()
}
