import type { MergeAct } from '#common/contract/browse/bulk'
import type { ClassChange, MergePreview } from '#common/contract/classes/classes'
import type { LabelClass } from '#common/contract/projects'
import type { BulkActId, ClassId, ProjectId } from '#common/ids'

/** Expected outcome of a merge, as far as the library knows it. */
export interface MergeFacts extends Omit<MergePreview, 'refusal'> {
  /** Objects of the first class have another number of points than the second one names. */
  readonly hasOtherPoints: boolean
}

export interface NewMerge {
  readonly id: BulkActId
  readonly projectId: ProjectId
  readonly act: MergeAct
  readonly madeAt: Date
}

/** Properties and order of classes besides their names, and the merging of two. */
export interface ClassRepository {
  update(projectId: ProjectId, classId: ClassId, change: ClassChange): Promise<LabelClass[]>
  reorder(projectId: ProjectId, order: readonly ClassId[]): Promise<LabelClass[]>
  mergeFacts(projectId: ProjectId, pair: Pair): Promise<MergeFacts>
  /** Notes the labels that a merge changes. The steps of the acts on many images do the rest. */
  beginMerge(merge: NewMerge): Promise<{ readonly labels: number; readonly images: number }>
}

export interface Pair {
  readonly from: ClassId
  readonly into: ClassId
}
