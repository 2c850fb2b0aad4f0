import { isPlaced } from '#common/annotation/shape'
import type { ImageId, ShapeId } from '#common/ids'
import type { ArmedEvent, ArmedTool } from '#renderer/tools/armed'
import type { Commit, Step } from '#renderer/tools/tool'
import type { EditorPort } from '../editor-port.ts'
import { withGroups } from '../edits/groups.ts'
import { commitPaint } from '../edits/paint.ts'

/** Applies a tool's selection, refusal or commit to the image that it works on. */
export function takeStep(
  editor: EditorPort,
  image: ImageId,
  { step, event }: { step: Step<ArmedTool>; event: ArmedEvent },
): void {
  const { select, tooSmall, refusal, commit } = step
  if (select) editor.select(grouped(editor, select, event))
  if (refusal) editor.say({ kind: 'outline-refused', refusal })
  if (tooSmall) editor.say({ kind: 'too-small', drawn: { image, outline: tooSmall, origin: 'hand' } })
  if (commit) make(editor, image, commit)
}

function make(editor: EditorPort, image: ImageId, commit: Commit): void {
  if (commit.kind === 'edit') return void editor.edit({ label: commit.label, changes: commit.changes })
  if (commit.kind === 'paint') return commitPaint(editor, image, commit)
  const { outline, origin, drawn } = commit
  editor.draw({ image, outline, origin, ...(drawn && { drawn }) })
}

function grouped({ state, shapes }: EditorPort, next: readonly ShapeId[], event: ArmedEvent): readonly ShapeId[] {
  const { shift, alt } = 'shift' in event ? event : { shift: false, alt: false }
  const picked = { before: state.selection, next, isAdding: shift, isAlone: alt }
  return withGroups(picked, shapes.filter(isPlaced))
}
