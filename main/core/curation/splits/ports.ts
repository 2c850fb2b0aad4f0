import type { ClassId, ImageId, ProjectId, TaskId } from '#common/ids'
import type { Split, SplitCounts } from '#common/split'

/** An image as it is stored. */
export interface PlacedImage {
  readonly id: ImageId
  readonly split: Split
  /** The batch in which it was uploaded. */
  readonly batch: string
  /** The annotation job that it is in, whatever its state. */
  readonly job: string | undefined
  /** Classes of its shapes, each once; empty for an image without shapes. */
  readonly classes: readonly ClassId[]
}

/** An image as the rebalance sees it. `group` is what a shuffle of each batch shuffles it in. */
export interface SplitImage extends Pick<PlacedImage, 'id' | 'split' | 'classes'> {
  readonly group: string
}

export interface PlannedMove {
  readonly image: ImageId
  readonly from: Split
  readonly to: Split
}

export interface SplitRepository {
  /** All images of the project that are not in the trash, in the order they were added. */
  images(projectId: ProjectId): Promise<PlacedImage[]>
  names(projectId: ProjectId, images: readonly ImageId[]): Promise<ReadonlyMap<ImageId, string>>
  /** Moves all images, or none, and remembers the moves under the task. A task that has moved already is left as it is. */
  apply(
    projectId: ProjectId,
    taskId: TaskId,
    moves: readonly PlannedMove[],
  ): Promise<{ moved: number; after: SplitCounts }>
  /** Puts back those that still are where the task moved them. */
  undo(projectId: ProjectId, taskId: TaskId): Promise<number>
}
