import { NO_CLASS, Proposal, proposedShape } from '#common/annotation/proposal'
import { NO_MARKS, toShape, toShapeRow } from './shape-rows.ts'

export interface ProposalRow {
  readonly id: string
  readonly place: number
  readonly source: string
  readonly class_name: string
  readonly score: number | null
  readonly kind: string
  readonly geometry: string
  readonly is_settled: number
}

/** A prediction's geometry is stored as that of the shape which it may become. */
export function toProposal({ id, source, class_name, score, kind, geometry }: ProposalRow): Proposal {
  const form = toShape({ id, class_id: NO_CLASS, z: 0, origin: 'smart', kind, geometry, marks: NO_MARKS })
  return Proposal.parse({ id, source, className: class_name, score, form })
}

export function toProposalRow(proposal: Proposal, place: number): Omit<ProposalRow, 'is_settled'> {
  const { id, source, className: class_name, score } = proposal
  const { kind, geometry } = toShapeRow(proposedShape(proposal))
  return { id, place, source, class_name, score, kind, geometry }
}
