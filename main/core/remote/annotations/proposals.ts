import { Proposal, type ProposalChange } from '#common/annotation/proposal'
import { brand } from '#common/border'
import type { OpenedAnnotations } from '#common/contract/annotations'
import type { Size } from '#common/geometry/space'
import type { ImageId, ProjectSlug, ProposalId } from '#common/ids'
import { ok } from '#common/result'
import { draftsInFrame, importedClassName } from '../../annotation/annotations/read-annotation.ts'
import { readClassName } from '../../dataset/projects/service.ts'
import type { ManagedImage, ManagedPrediction } from '../../management/model.ts'
import type { Outcome } from '../../management/outcome.ts'
import { toProposalFile } from '../../management/send/proposals.ts'
import { classIdOf } from '../names.ts'
import type { Remote } from '../ports.ts'
import { sameSayings } from './same-sayings.ts'

export type RemoteProposals = ReturnType<typeof remoteProposals>

type Dependencies = Pick<Remote, 'management' | 'random' | 'notes'>

/** Something that a model said of an image, under an identifier that was made up here. */
interface Offer {
  readonly id: ProposalId
  readonly said: ManagedPrediction
  /** The prediction, or undefined for one that no screen can show; the remote keeps it all the same. */
  readonly shown: Proposal | undefined
  /** Accepted or rejected here, and taken away there. */
  readonly isSettled: boolean
  /** Sent away or back, and no answer came: what is told next says which. */
  readonly isMoving: boolean
}

/** Images whose predictions keep their identifiers; a page has fewer at hand. */
const KEPT = 100
/** Images whose settled predictions can be offered again, as many as have a history. */
const KEPT_SETTLED = 500

/**
 * Proposals of another machine's images. Its API has no identifiers for them and replaces all of one source at once, so a
 * proposal is settled by offering the others of its source, and offered again with them.
 */
export function remoteProposals({ management, random, notes }: Dependencies) {
  const shelves = new Map<string, readonly Offer[]>()

  /** The proposals as the remote tells them now. One that was settled here and comes once more is another proposal. */
  function meet(told: ManagedImage): readonly Offer[] {
    const known = shelves.get(told.id) ?? []
    const looked = known.filter(({ isSettled, isMoving }) => isMoving || !isSettled)
    const { matches, rest } = sameSayings(
      looked.map(({ said }) => said),
      told.predictions,
    )
    const now = new Map(looked.map((offer, place) => [offer, matches[place]]))
    const kept = known.flatMap((offer) => {
      const said = now.get(offer)
      if (said !== undefined) return [{ ...offer, said, isSettled: false, isMoving: false }]
      return offer.isSettled || offer.isMoving ? [{ ...offer, isSettled: true, isMoving: false }] : []
    })
    return keep(told.id, [...kept, ...rest.map((said) => newOffer(said, told))])
  }

  function newOffer(said: ManagedPrediction, frame: Size): Offer {
    const id = brand<ProposalId>(random.id())
    return { id, said, shown: toProposal(id, said, frame), isSettled: false, isMoving: false }
  }

  function keep(image: string, offers: readonly Offer[]): readonly Offer[] {
    shelves.delete(image)
    shelves.set(image, offers)
    const old = [...shelves].slice(0, -KEPT)
    for (const [place, [id, kept]] of old.entries()) {
      const settled = kept.filter(({ isSettled, isMoving }) => isSettled || isMoving)
      if (settled.length > 0 && place >= shelves.size - KEPT_SETTLED) shelves.set(id, settled)
      else shelves.delete(id)
    }
    return offers
  }

  function open(told: ManagedImage): Pick<OpenedAnnotations, 'proposals' | 'settled'> {
    const offers = meet(told).filter(({ shown }) => shown !== undefined)
    return {
      proposals: offers.flatMap(({ shown }) => shown ?? []),
      settled: offers.filter(({ isSettled }) => isSettled).map(({ id }) => id),
    }
  }

  /** Whether all of them are as a gesture found them. */
  function isSound(told: ManagedImage, changes: readonly ProposalChange[]): boolean {
    const known = new Map(meet(told).map(({ id, isSettled }) => [id, isSettled]))
    return changes.every(({ id, isSettled }) => known.get(id) === !isSettled)
  }

  /** Takes proposals away, or offers them again. Those that are so already, or were replaced since, are left alone. */
  async function settle(
    { project, image }: { readonly project: ProjectSlug; readonly image: ImageId },
    told: ManagedImage,
    changes: readonly ProposalChange[],
  ): Outcome<undefined> {
    const wanted = new Map(changes.map(({ id, isSettled }) => [id, isSettled]))
    const isMoved = ({ id, isSettled }: Offer) => wanted.get(id) === !isSettled
    const sources = new Set(
      meet(told)
        .filter(isMoved)
        .map(({ said }) => said.source),
    )
    for (const source of sources) {
      const before = shelves.get(told.id) ?? []
      const after = before.map((offer) =>
        offer.said.source === source && isMoved(offer) ? { ...offer, isSettled: !offer.isSettled } : offer,
      )
      const left = after.filter(({ said, isSettled }) => said.source === source && !isSettled)
      const file = toProposalFile(told, { source, predictions: left.map(({ said }) => said) })
      keep(
        told.id,
        before.map((offer, place) => (offer === after[place] ? offer : { ...offer, isMoving: true })),
      )
      const offered = await management.proposals.offer(project, told.id, file)
      if (!offered.ok) return offered
      keep(told.id, after)
      notes.publish({ kind: 'images', project, image })
    }
    return ok(undefined)
  }

  return { open, isSound, settle }
}

/** As screens show it: what of it lies in the image, under a class name as the API writes them. */
function toProposal(id: ProposalId, { object, source, score }: ManagedPrediction, frame: Size): Proposal | undefined {
  const [draft] = draftsInFrame([object], frame)
  const className = readClassName(importedClassName(object.className))
  if (draft === undefined || !className.ok) return undefined
  const classId = classIdOf(className.value)
  return Proposal.safeParse({ id, source, className: className.value, classId, score, form: draft.geometry }).data
}
