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
import { uiFactor } from '#renderer/kit/app/ui-scale'
import { sayAct } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import { newShapeId } from '../workbench/new-shape.ts'
import { sizeText } from '../workbench/shape-names.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { benchOffers, focusedProposal, neighbourOf, scoreText } from './offers.ts'

/** The proposal in focus becomes a label; the next one gets the focus. */
export function acceptFocused(bench: Workbench): void {
  const proposal = focusedProposal(benchOffers(bench), bench.bench)
  if (proposal) settle(bench, [proposal], 'accept')
}

/** The proposal in focus is put away. */
export function rejectFocused(bench: Workbench): void {
  const proposal = focusedProposal(benchOffers(bench), bench.bench)
  if (proposal) settle(bench, [proposal], 'reject')
}

/** All that reach the threshold become labels, in one gesture. */
export function acceptShown(bench: Workbench): void {
  const shown = new Set(benchOffers(bench).shown)
  // In the order in which the model said them, so that they lie over one another as in its file.
  const inOrder = bench.document?.proposals.filter((each) => shown.has(each)) ?? []
  if (inOrder.length > 0) settle(bench, inOrder, 'accept')
}

/** Everything that waits on this image is put away, whatever its score. */
export function putAllAway(bench: Workbench): void {
  const { open, labelled } = benchOffers(bench)
  settle(bench, [...open, ...labelled], 'reject')
}

function settle(bench: Workbench, proposals: readonly Proposal[], act: 'accept' | 'reject'): void {
  bench.settle()
  const [first] = proposals
  const next = neighbourOf(benchOffers(bench), first?.id, 1)
  const edit = act === 'accept' ? accepting(bench, proposals) : rejectEdit(proposals)
  if (!bench.edit(edit)) return
  showClasses(bench, edit)
  bench.set({ proposal: next?.id })
  const { shown } = benchOffers(bench)
  const left = shown.length === 0 ? t('None left') : t('{{number}} left', { number: shown.length })
  bench.announce(`${sayAct(edit.label)}. ${left}`)
}

function accepting(bench: Workbench, proposals: readonly Proposal[]): Edit {
  return acceptEdit(proposals, {
    shapes: bench.document?.shapes ?? [],
    classes: bench.bench.classes ?? [],
    fresh: () => brand<ClassId>(newShapeId()),
  })
}

/** New classes are shown at once; how the library has numbered and coloured them follows with its note. */
function showClasses(bench: Workbench, { classes: needed = [] }: Edit): void {
  const classes = bench.bench.classes ?? []
  const known = new Set<ClassId>(classes.map(({ id }) => id))
  const made = needed.filter(({ id }) => !known.has(id))
  if (made.length > 0)
    bench.set({ classes: [...classes, ...made.map((each, place) => newClass(each, classes, place))] })
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

/** The next surer or less sure proposal, brought into sight. */
export function stepProposal(bench: Workbench, by: 1 | -1): void {
  const offers = benchOffers(bench)
  const focused = focusedProposal(offers, bench.bench)
  const isFirst = bench.bench.selection.length > 0
  const target = isFirst ? offers.shown[0] : neighbourOf(offers, focused?.id, by)
  if (target) focusProposal(bench, target.id)
}

export function focusProposal(bench: Workbench, id: ProposalId): void {
  const { shown } = benchOffers(bench)
  const place = shown.findIndex((each) => each.id === id)
  const proposal = shown[place]
  if (!proposal) return
  const { viewport, view } = bench.bench
  const shape = proposedShape(proposal)
  const bounds = shapeBounds(shape)
  bench.set({ selection: [], proposal: id, viewport: revealBox(viewport, bounds, view) })
  const score = scoreText(proposal)
  bench.announce(
    t('Proposal {{name}}, {{size}} at {{place}}, {{number}} of {{total}}', {
      name: score === undefined ? proposal.className : `${proposal.className} ${score}`,
      size: sizeText(shape),
      place: `${Math.round(bounds.x0)}, ${Math.round(bounds.y0)}`,
      number: place + 1,
      total: shown.length,
    }),
  )
}

/** A click of the select tool beside all labels takes the smallest proposal under it into focus. */
export function focusProposalAt(bench: Workbench, point: ImagePoint): void {
  const { armed, viewport, selection } = bench.bench
  if (armed.tool !== 'select' || selection.length > 0) return
  const [found] = shapesAt(benchOffers(bench).scene, point, (SLACK * uiFactor()) / viewport.scale)
  if (found) focusProposal(bench, brand<ProposalId>(found.id))
}

/** How near an outline counts as on it, in pixels of the design. */
const SLACK = 5
