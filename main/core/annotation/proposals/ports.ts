import type { Proposal } from '#common/annotation/proposal'
import type { Refusal } from '#common/errors'
import type { ImageId, ProjectId } from '#common/ids'
import type { Result } from '#common/result'

/** Predictions that take the place of former ones of an image. */
export interface ProposalReplacement {
  /** Whose former predictions go; null: everybody's. */
  readonly of: string | null
  readonly proposals: readonly Proposal[]
  /** Asked before anything is written, with how many the image keeps of others. */
  accept(kept: number): Result<undefined, Refusal>
}

/** Where predictions are kept. They are read with the labels of their image. */
export interface ProposalRepository {
  /** One unit of work: on disk when it answers, or nothing happened. The labels, their history and revision stay as they are. */
  replace(
    target: { readonly projectId: ProjectId; readonly image: ImageId },
    replacement: ProposalReplacement,
  ): Promise<Result<undefined, Refusal>>
}
