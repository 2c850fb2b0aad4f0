import type { ImageId, ProjectSlug } from '#common/ids'
import type { WorkspaceRow } from '../../access/workspaces/ports.ts'
import type { Tagging } from '../images/tagging.ts'

export interface ImageTagging {
  readonly image: ImageId
  readonly tagging: Tagging
}

/** Tags and metadata of images. */
export interface TaggingRepository {
  /**
   * Makes all changes in one transaction. Answers, in their order, the project of each image; undefined where the workspace
   * holds no such image, or only in the trash.
   */
  apply(workspace: WorkspaceRow, changes: readonly ImageTagging[]): Promise<(ProjectSlug | undefined)[]>
  /** In alphabetical order. */
  tags(image: ImageId): Promise<string[]>
}
