import { type Proposal, proposedShape } from '#common/annotation/proposal'
import type { LabelClass } from '#common/contract/projects'
import type { ProposalId } from '#common/ids'
import { INK } from '#renderer/canvas/looks'
import { buildScene, type Scene, type SceneShape } from '#renderer/canvas/scene'
import { decimal } from '#renderer/words/format'
import type { DocumentView } from '../document/document-state.ts'
import type { EditorState } from '../editor-state.ts'
import { sceneShape } from '../shape-names.ts'
import { duplicateFinder } from './duplicates.ts'

/** Suggestions for the image on screen that wait for an answer. */
export interface Offers {
  /** Not settled and no label already, whatever their score; best first, those without a score last. */
  readonly open: readonly Proposal[]
  /** Not settled, but there is a label of the class in their place: nobody need be asked. */
  readonly labelled: readonly Proposal[]
  /** Open suggestions that reach the threshold; one without a score always does. */
  readonly shown: readonly Proposal[]
  /** The shown ones as the canvas draws them, from the least sure to the surest. */
  readonly scene: Scene
  /** Drawn suggestions by their identifier, which is their shape's too. */
  readonly drawn: ReadonlyMap<string, Offer>
}

export interface Offer {
  readonly proposal: Proposal
  readonly shape: SceneShape
}

const NO_CLASSES: readonly LabelClass[] = []
const NO_OFFERS: Offers = { open: [], labelled: [], shown: [], scene: buildScene([]), drawn: new Map() }

/** The same offers until something that they depend on is another thing: the canvas asks with every frame. */
export function offersOf(
  document: DocumentView | undefined,
  { classes, options }: Pick<EditorState, 'classes' | 'options'>,
): Offers {
  if (!document || document.proposals.length === 0) return NO_OFFERS
  const known = classes ?? NO_CLASSES
  return offersAbove(options.threshold, waitingProposals(document, known), known)
}

type Labels = Pick<DocumentView, 'proposals' | 'settled' | 'shapes'>

/** Suggestions that are not settled. */
type Waiting = Pick<Offers, 'open' | 'labelled'>

let lastWaiting: (Labels & { readonly classes: readonly LabelClass[]; readonly waiting: Waiting }) | undefined

function waitingProposals({ proposals, settled, shapes }: Labels, classes: readonly LabelClass[]): Waiting {
  const isLast = lastWaiting?.proposals === proposals && lastWaiting.settled === settled
  if (isLast && lastWaiting?.shapes === shapes && lastWaiting.classes === classes) return lastWaiting.waiting
  const isLabel = duplicateFinder(shapes, new Map(classes.map(({ name, id }) => [name, id])))
  const unsettled = proposals.filter(({ id }) => !settled.has(id))
  const { open = [], labelled = [] } = Object.groupBy(unsettled, (each) => (isLabel(each) ? 'labelled' : 'open'))
  const waiting = { open: open.toSorted(bySurety), labelled }
  lastWaiting = { proposals, settled, shapes, classes, waiting }
  return waiting
}

function bySurety(a: Proposal, b: Proposal): number {
  return (b.score ?? -1) - (a.score ?? -1)
}

let lastOffers:
  | { readonly threshold: number; readonly classes: readonly LabelClass[]; readonly offers: Offers }
  | undefined

function offersAbove(threshold: number, waiting: Waiting, classes: readonly LabelClass[]): Offers {
  const { open } = waiting
  const isLast = lastOffers?.threshold === threshold && lastOffers.classes === classes
  if (isLast && lastOffers?.offers.open === open) return lastOffers.offers
  const shown = open.filter(({ score }) => (score ?? 1) >= threshold)
  const byName = new Map(classes.map((known) => [known.name, known]))
  const drawn = shown.toReversed().map((proposal): Offer => ({ proposal, shape: offeredShape(proposal, byName) }))
  const offers = {
    ...waiting,
    shown,
    scene: buildScene(drawn.map(({ shape }) => shape)),
    drawn: new Map(drawn.map((offer): readonly [string, Offer] => [offer.proposal.id, offer])),
  }
  lastOffers = { threshold, classes, offers }
  return offers
}

/** In its class's color, in gold where the project has no such class yet. */
function offeredShape(proposal: Proposal, byName: ReadonlyMap<string, LabelClass>): SceneShape {
  const label = byName.get(proposal.className)
  const shape = sceneShape({ shape: proposedShape(proposal), label, number: 0 })
  return { ...shape, name: proposal.className, ...(!label && { color: INK.machine }) }
}

/** "0.88"; nothing without a score. */
export function scoreText({ score }: Proposal): string | undefined {
  return score === undefined || score === null ? undefined : decimal(score, 2)
}

/** The one that Enter accepts. Selected labels and what is in the tool's hand come first. */
export function focusedProposal(
  { shown }: Offers,
  { selection, proposal }: Pick<EditorState, 'selection' | 'proposal'>,
) {
  if (selection.length > 0) return undefined
  return shown.find(({ id }) => id === proposal) ?? shown[0]
}

/** The offers on screen. */
export function shownOffers(screen: {
  readonly document: DocumentView | undefined
  readonly state: EditorState
}): Offers {
  return offersOf(screen.document, screen.state)
}

/** The suggestion that lies after or before one, around the end. */
export function neighbourOf({ shown }: Offers, id: ProposalId | undefined, by: 1 | -1): Proposal | undefined {
  const place = shown.findIndex((each) => each.id === id)
  return shown[(place + by + shown.length) % shown.length]
}
