import type { SegmentCandidate } from '#common/contract/segment'
import type { ClassId, ImageId, ShapeId } from '#common/ids'
import { isPromised, type SmartContext, type SmartState, stepSmart } from '#renderer/tools/smart/smart'
import type { Editor } from '../../editor/editor.ts'
import { neighboursOf } from '../../editor/gesture/neighbours.ts'
import { armedClass } from '../../model/editor-state.ts'

/** A cut that was accepted before the machine answered, with all that it is made by: its image and class may not be at hand any more. */
export interface AcceptedCut {
  readonly image: ImageId
  readonly classId: ClassId | undefined
  readonly state: SmartState
  readonly context: SmartContext
}

/** The question of the tool in hand, if its answer is accepted whatever it is. */
export function acceptedCut(editor: Editor, state: SmartState): AcceptedCut | undefined {
  const { image, hidden } = editor.state
  const context = editor.context()
  if (image === undefined || !context || !isPromised(state, context)) return undefined
  const { scene, named } = editor
  const shape = (id: ShapeId) => named[scene.places.get(id) ?? -1]?.shape
  const neighbours = context.neighbours && neighboursOf({ scene, hidden, shape })
  return { image, classId: armedClass(editor.state)?.id, state, context: { ...context, neighbours } }
}

/** Draws what the machine answered on the image that it was asked about, whichever is on screen. */
export function drawAccepted(
  editor: Editor,
  { image, classId, state, context }: AcceptedCut,
  candidates: readonly SegmentCandidate[],
): void {
  const { commit, tooSmall } = stepSmart(state, { type: 'answer', serial: state.serial, candidates }, context)
  if (tooSmall) editor.say({ kind: 'too-small', drawn: { image, outline: tooSmall, origin: 'hand' } })
  if (commit?.kind !== 'draw') return
  const { outline, origin, drawn } = commit
  editor.draw({ image, outline, origin, ...(drawn && { drawn }) }, classId)
}
