import type { LabelLosses, TransferAct } from '#common/contract/browse/transfers'
import type { BulkActId, ClassId, ImageId, ProjectId } from '#common/ids'
import type { Project } from '../../dataset/projects/ports.ts'

/** From where to where. */
export interface TransferRoute {
  readonly from: Project
  readonly into: Project
}

/** A transfer as the library keeps it among the acts on many images. */
export interface KeptTransfer extends Omit<TransferAct, 'target'> {
  readonly target: TransferAct['target'] & { readonly id: ProjectId }
  /** Picked images that the target had when it began. */
  readonly there: number
  /** Of the labels that have gone over so far. */
  readonly losses: LabelLosses
  /** Seconds since 1970; told once its undo has begun. */
  readonly undoneAt?: number | undefined
}

export interface NewTransfer {
  readonly id: BulkActId
  readonly route: TransferRoute
  readonly way: TransferAct['way']
  /** Images that were picked and are there. */
  readonly picked: number
  /** Of the source: made in the target at once, in this order, unless they are there. */
  readonly classes: readonly ClassId[]
  readonly madeAt: Date
}

export interface StoredTransfer extends Pick<TransferAct, 'way' | 'target'> {
  /** Images that were to go over. */
  readonly total: number
  /** Images among them that have had their turn, and those that went over. */
  readonly passed: number
  readonly images: number
  readonly there: number
  readonly losses: LabelLosses
}

/** Expected outcome for some images. */
export interface TransferSurvey {
  readonly images: number
  readonly there: number
  /** Classes of the source that the target lacks. */
  readonly classes: ReadonlySet<ClassId>
  readonly losses: LabelLosses
}

/** Images that go over into another project of the workspace. Each is one unit of work: it is here or there, never in neither. */
export interface TransferRepository {
  survey(route: TransferRoute, images: readonly ImageId[]): Promise<TransferSurvey>
  /** Notes the images that are to go over. */
  begin(transfer: NewTransfer, images: readonly ImageId[]): Promise<void>
  find(id: BulkActId): Promise<StoredTransfer | undefined>
  /** Takes over as many of the next images as take a moment, and answers how many had their turn. */
  step(id: BulkActId): Promise<number | 'over' | 'target-gone'>
  /** Ends it where it is: what has gone over can be undone. */
  stop(id: BulkActId): Promise<void>
}
