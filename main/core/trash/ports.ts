import type { ProjectType } from '#common/contract/projects'
import type { ImageId, ProjectAddress, ProjectId, ProjectSlug, TaskId } from '#common/ids'
import type { WorkspaceRow } from '../access/workspaces/ports.ts'
import type { ImageSeq } from '../dataset/search/ports.ts'
import type { VersionRow } from '../versions/model.ts'

interface Trashed {
  readonly trashedAt: Date
  /** Images it holds. */
  readonly images: number
  /** Up to three images to show for it. */
  readonly covers: readonly ImageId[]
}

export interface ParentProject {
  readonly id: ProjectId
  readonly slug: ProjectAddress
  readonly name: string
}

/** `slug` is the address it had; another project may have it now. */
export interface TrashedProject extends Trashed, ParentProject {
  /** Null where it is damaged. */
  readonly type: ProjectType | null
  readonly versions: number
}

export interface TrashedVersion extends Trashed {
  readonly project: ParentProject
  readonly number: number
  readonly name: string
}

/** Images of a project that went into the trash in one act. */
export interface TrashedImages extends Trashed {
  readonly project: ParentProject
}

/** Newest first. What belongs to a project in the trash is not listed by itself: it comes back with the project. */
export interface TrashContents {
  readonly projects: readonly TrashedProject[]
  readonly versions: readonly TrashedVersion[]
  readonly images: readonly TrashedImages[]
}

/** Where a project came back, and the address that was taken meanwhile. */
export interface RestoredProject {
  readonly slug: ProjectSlug
  readonly takenSlug: ProjectSlug | undefined
}

/** Outcome of restoring a version. */
export type RestoredVersion =
  | { readonly kind: 'restored'; readonly project: ParentProject }
  | { readonly kind: 'project-trashed'; readonly project: ParentProject }
  | { readonly kind: 'not-there' }

/** Images that went into the trash in one act are told by its moment. */
export interface ImagesRef {
  readonly project: ProjectId
  readonly trashedAt: Date
}

interface Restored {
  /** Images that came back. */
  readonly images: number
  /** Copies without labels that went into the trash for them. */
  readonly replaced: number
}

export interface RestoredImages extends Restored {
  readonly project: ParentProject
}

export interface TrashRepository {
  contents(workspace: WorkspaceRow): Promise<TrashContents>
  /** False when it is there already. Its address is free at once. */
  addProject(id: ProjectId, at: Date): Promise<boolean>
  /** False also where the project holds an image, a class or a version, live or in the trash. */
  addEmptyProject(id: ProjectId, at: Date): Promise<boolean>
  addVersion(row: VersionRow, at: Date): Promise<boolean>
  restoreProject(workspace: WorkspaceRow, id: ProjectId): Promise<RestoredProject | undefined>
  restoreVersion(workspace: WorkspaceRow, project: ProjectId, number: number): Promise<RestoredVersion>
  /** A project that is not in the trash. */
  liveProject(workspace: WorkspaceRow, id: ProjectId): Promise<ParentProject | undefined>
  /**
   * Takes back some images of one act that come after one: as many as take a moment. Of those whose bytes came in again meanwhile, labeled
   * ones change places with a copy that nobody worked on, which goes into the trash at `now`; others stay. Undefined when there are no more.
   */
  restoreSome(
    of: ImagesRef & { readonly now: Date },
    after: ImageSeq,
  ): Promise<(Restored & { readonly last: ImageSeq }) | undefined>
  /** Tasks that have not ended and work on something in the trash. */
  openTasks(): Promise<TaskId[]>
  /** Gives up what was put in the trash until then: from now on it cannot come back. Images stay until they are deleted. */
  giveUp(until: Date): Promise<void>
  /** Deletes a piece of what is given up, and of the images put in the trash until then; false when nothing is left. */
  deletePiece(until: Date): Promise<boolean>
}
