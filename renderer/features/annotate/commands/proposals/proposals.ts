import type { Edit } from '#common/annotation/edit'
import { type Proposal, proposedShape } from '#common/annotation/proposal'
import { acceptEdit, rejectEdit } from '#common/annotation/settle'
import { shapeBounds } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { LabelClass } from '#common/contract/projects'
import type { ImagePoint } from '#common/geometry/space'
import type { ClassId, ProposalId } from '#common/ids'
import { shapesAt } from '#renderer/canvas/picking'
import { revealBox } from '#renderer/canvas/viewport'
import { uiFactor } from '#renderer/ui/app/ui-scale'
import { sayEdit } from '#renderer/words/edits'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { newShapeId } from '../../model/new-shape.ts'
import { focusedProposal, neighbourOf, scoreText, shownOffers } from '../../model/proposals/offers.ts'
import { sizeText } from '../../model/shape-names.ts'

/** Accepts the suggestion in focus and focuses the next one. */
export function acceptFocused(editor: Editor): void {
  const proposal = focusedProposal(shownOffers(editor), editor.state)
  if (proposal) settle(editor, [proposal], 'accept')
}

/** Rejects the suggestion in focus. */
export function rejectFocused(editor: Editor): void {
  const proposal = focusedProposal(shownOffers(editor), editor.state)
  if (proposal) settle(editor, [proposal], 'reject')
}

/** Accepts all suggestions that reach the threshold, in one gesture. */
export function acceptShown(editor: Editor): void {
  const shown = new Set(shownOffers(editor).shown)
  // In the order in which the model said them, so that they lie over one another as in its file.
  const inOrder = editor.document?.proposals.filter((each) => shown.has(each)) ?? []
  if (inOrder.length > 0) settle(editor, inOrder, 'accept')
}

/** Rejects all suggestions on this image, whatever their score. */
export function putAllAway(editor: Editor): void {
  const { open, labelled } = shownOffers(editor)
  settle(editor, [...open, ...labelled], 'reject')
}

function settle(editor: Editor, proposals: readonly Proposal[], act: 'accept' | 'reject'): void {
  editor.settle()
  const [first] = proposals
  const next = neighbourOf(shownOffers(editor), first?.id, 1)
  const edit = act === 'accept' ? accepting(editor, proposals) : rejectEdit(proposals)
  if (!editor.edit(edit)) return
  showClasses(editor, edit)
  editor.set({ proposal: next?.id })
  const { shown } = shownOffers(editor)
  const left = shown.length === 0 ? t('None left') : t('{{number}} left', { number: shown.length })
  editor.announce(`${sayEdit(edit.label)}. ${left}`)
}

function accepting(editor: Editor, proposals: readonly Proposal[]): Edit {
  return acceptEdit(proposals, {
    shapes: editor.document?.shapes ?? [],
    classes: editor.state.classes ?? [],
    fresh: () => brand<ClassId>(newShapeId()),
  })
}

/** New classes are shown at once; how the library has numbered and colored them follows with its note. */
function showClasses(editor: Editor, { classes: needed = [] }: Edit): void {
  const classes = editor.state.classes ?? []
  const known = new Set<ClassId>(classes.map(({ id }) => id))
  const made = needed.filter(({ id }) => !known.has(id))
  if (made.length > 0)
    editor.set({ classes: [...classes, ...made.map((each, place) => newClass(each, classes, place))] })
}

function newClass(
  { id, name }: Pick<LabelClass, 'id' | 'name'>,
  classes: readonly LabelClass[],
  place: number,
): LabelClass {
  const color = Math.max(0, ...classes.map((each) => each.color)) + 1 + place
  const position = Math.max(-1, ...classes.map((each) => each.position)) + 1 + place
  return { id, name, color, position, shapes: 0, images: 0, skeleton: null }
}

/** Shows the suggestion with the next higher or lower score. */
export function stepProposal(editor: Editor, by: 1 | -1): void {
  const offers = shownOffers(editor)
  const focused = focusedProposal(offers, editor.state)
  const isFirst = editor.state.selection.length > 0
  const target = isFirst ? offers.shown[0] : neighbourOf(offers, focused?.id, by)
  if (target) focusProposal(editor, target.id)
}

export function focusProposal(editor: Editor, id: ProposalId): void {
  const { shown } = shownOffers(editor)
  const place = shown.findIndex((each) => each.id === id)
  const proposal = shown[place]
  if (!proposal) return
  const { viewport, view } = editor.state
  const shape = proposedShape(proposal)
  const bounds = shapeBounds(shape)
  editor.set({ selection: [], proposal: id, viewport: revealBox(viewport, bounds, view) })
  const score = scoreText(proposal)
  editor.announce(
    t('Suggestion {{name}}, {{size}} at {{place}}, {{number}} of {{total}}', {
      name: score === undefined ? proposal.className : `${proposal.className} ${score}`,
      size: sizeText(shape),
      place: `${Math.round(bounds.x0)}, ${Math.round(bounds.y0)}`,
      number: place + 1,
      total: shown.length,
    }),
  )
}

/** A click of the select tool beside all labels takes the smallest suggestion under it into focus. */
export function focusProposalAt(editor: Editor, point: ImagePoint): void {
  const { armed, viewport, selection } = editor.state
  if (!armed.traits.takesHold || selection.length > 0) return
  const [found] = shapesAt(shownOffers(editor).scene, point, (SLACK * uiFactor()) / viewport.scale)
  if (found) focusProposal(editor, brand<ProposalId>(found.id))
}

/** How near an outline counts as on it, in pixels of the design. */
const SLACK = 5
