import type { BulkAct, BulkLogEntry, MergeAct } from '#common/contract/browse/bulk'
import type { Refusal } from '#common/errors'
import type { BatchId, BulkActId, ImageId, ProjectId, ProjectSlug } from '#common/ids'
import type { Result } from '#common/result'
import type { KeptTransfer } from '../transfers/ports.ts'

/** An act as the library makes it: tags are checked, the batch is there. */
export type PreparedAct =
  | Exclude<BulkAct, { kind: 'batch' }>
  | { readonly kind: 'batch'; readonly name: string; readonly batch: BatchId }

/** An act as the library keeps it. */
export type KeptAct = PreparedAct | MergeAct | KeptTransfer

export interface NewBulkAct {
  readonly id: BulkActId
  readonly projectId: ProjectId
  readonly act: PreparedAct
  readonly madeAt: Date
}

/** How far an act is. `noting`: none of its images has changed yet. */
export type BulkState = 'noting' | 'doing' | 'done' | 'undoing' | 'undone'

export interface StoredBulkAct {
  readonly id: BulkActId
  readonly act: KeptAct
  readonly state: BulkState
  readonly images: number
  /** Images among them whose turn is still to come while the act is done or undone. */
  readonly left: number
  /** Images that its undo gave back what they were. */
  readonly restored: number
}

/** Acts on many images, each with what was before. */
export interface BulkRepository {
  /**
   * Notes what the images are that the act would change, and keeps the last acts of the project. No image changes yet; what a
   * crash cuts short here has never been.
   */
  begin(act: NewBulkAct, images: readonly ImageId[]): Promise<{ readonly images: number; readonly changed: number }>
  /** Changes, or gives back, as many of the next images as take a moment, and answers how many had their turn. */
  step(id: BulkActId): Promise<number | 'over'>
  /** Ends an undo where it is: what is left can be undone later. */
  stop(id: BulkActId): Promise<void>
  /** Ends an act, or its undo, that cannot be read and so never goes on. */
  giveUp(id: BulkActId): Promise<void>
  find(projectId: ProjectId, id: BulkActId): Promise<StoredBulkAct | undefined>
  /** Refused when another class has taken the name that a parted class would have again. */
  beginUndo(id: BulkActId): Promise<Result<undefined, Refusal>>
  /** The newest first. */
  log(projectId: ProjectId): Promise<BulkLogEntry[]>
  /** Acts that a crash cut short; transfers, and undos of very many images, go on in their tasks. */
  unfinished(): Promise<{ readonly id: BulkActId; readonly project: ProjectSlug }[]>
}
