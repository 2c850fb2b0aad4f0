import type { LongText } from '#common/long-text'
import type { Outcome } from './outcome.ts'

/** Predictions of a model for images. They are shown to people and are no annotations until one of them accepts them. */
export interface ProposalOperations {
  /**
   * Puts an annotation file onto an image as proposals. Former ones of the same source go; with `overwrite` those of all sources
   * do. A file without objects only takes former ones away.
   */
  offer(project: string, image: string, file: ProposalFile): Outcome<undefined>
}

/** An annotation file as it is put onto an image, and who made it. */
export interface ProposalFile {
  readonly name: string
  readonly text: LongText
  readonly labelmap: ReadonlyMap<string, string>
  readonly overwrite: boolean
  /** Name of the model; empty when it is not told. */
  readonly source: string
}
