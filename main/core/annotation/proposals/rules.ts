import type { Proposal } from '#common/annotation/proposal'
import { type Refusal, refuse } from '#common/errors'
import type { ProposalId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { readClassName } from '../../dataset/projects/service.ts'
import type { Draft } from '../annotations/read-annotation.ts'

/** More predictions on one image are a mistake; nobody could look through them. */
const MAX_PROPOSALS = 50_000

const MAX_SOURCE_LENGTH = 120

/** The name of a model as it is shown; empty when nobody told it. */
export function readSource(text: string): Result<string, Refusal> {
  const source = text.replace(/\s+/g, ' ').trim()
  if (source.length <= MAX_SOURCE_LENGTH) return ok(source)
  return refuse('prediction-source-too-long', { length: source.length, most: MAX_SOURCE_LENGTH })
}

interface Making {
  readonly source: string
  readonly fresh: () => ProposalId
}

/** Objects of a file as predictions; refused whole when a class name or a score is none. */
export function toProposals(drafts: readonly Draft[], { source, fresh }: Making): Result<Proposal[], Refusal> {
  const proposals: Proposal[] = []
  for (const { className: raw, geometry, score = null } of drafts) {
    const className = readClassName(raw)
    if (!className.ok) return className
    if (score !== null && !(score >= 0 && score <= 1)) {
      return refuse('prediction-score-outside-range', { class: shorten(raw), score })
    }
    if (geometry.kind === 'whole' || geometry.kind === 'text') {
      return refuse('prediction-of-whole-image')
    }
    proposals.push({ id: fresh(), source, className: className.value, score, form: geometry })
  }
  return ok(proposals)
}

/** Whether an image takes so many predictions. */
export function checkCount(count: number, name: string): Result<undefined, Refusal> {
  if (count <= MAX_PROPOSALS) return ok(undefined)
  return refuse('too-many-predictions', { image: name, count, most: MAX_PROPOSALS })
}
