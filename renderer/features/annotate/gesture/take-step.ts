import { isPlaced } from '#common/annotation/shape'
import type { ImageId, ShapeId } from '#common/ids'
import type { Armed, ArmedEvent } from '#renderer/tools/armed'
import type { Commit, Step } from '#renderer/tools/tool'
import { commitPaint, type PaintDesk } from '../mask/paint-acts.ts'
import { withGroups } from '../objects/groups.ts'
import type { WorkbenchNotice } from '../workbench/notice.ts'

/** The screen, as far as what a tool has done changes it. */
interface StepDesk extends PaintDesk {
  say(notice: WorkbenchNotice): void
}

/** What a tool selects, refuses or commits on the image that it works on. */
export function takeStep(
  desk: StepDesk,
  image: ImageId,
  { step, event }: { step: Step<Armed>; event: ArmedEvent },
): void {
  const { select, tooSmall, refusal, commit } = step
  if (select) desk.select(grouped(desk, select, event))
  if (refusal) desk.say({ kind: 'outline-refused', refusal })
  if (tooSmall) desk.say({ kind: 'too-small', drawn: { image, outline: tooSmall, origin: 'hand' } })
  if (commit) make(desk, image, commit)
}

function make(desk: StepDesk, image: ImageId, commit: Commit): void {
  if (commit.kind === 'edit') return void desk.edit({ label: commit.label, changes: commit.changes })
  if (commit.kind === 'paint') return commitPaint(desk, image, commit)
  const { outline, origin, drawn } = commit
  desk.draw({ image, outline, origin, ...(drawn && { drawn }) })
}

function grouped({ bench, shapes }: StepDesk, next: readonly ShapeId[], event: ArmedEvent): readonly ShapeId[] {
  const { shift, alt } = 'shift' in event ? event : { shift: false, alt: false }
  const picked = { before: bench.selection, next, isAdding: shift, isAlone: alt }
  return withGroups(picked, shapes.filter(isPlaced))
}
