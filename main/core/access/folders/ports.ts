import type { FolderId, ProjectAddress, ProjectId } from '#common/ids'
import type { WorkspaceRow } from '../workspaces/ports.ts'

export interface Folder {
  readonly id: FolderId
  readonly name: string
  readonly parentId: FolderId | undefined
  /** Identifier in another system; no two folders of a workspace have the same. */
  readonly externalId: string | undefined
  /** Projects that lie in it, by name; those in the trash are left out. */
  readonly projects: readonly { readonly slug: ProjectAddress; readonly name: string }[]
}

/** Contents of a folder itself, projects in the trash too. */
export interface FolderContents {
  readonly children: readonly FolderId[]
  readonly projects: readonly ProjectId[]
}

export interface RemovedFolder extends FolderContents {
  readonly folder: Pick<Folder, 'id' | 'name' | 'parentId' | 'externalId'>
}

export interface NewFolder extends Pick<Folder, 'id' | 'name' | 'parentId' | 'externalId'> {
  readonly workspace: WorkspaceRow
  readonly projects: readonly ProjectId[]
  readonly createdAt: Date
}

export interface FolderChange {
  readonly name?: string | undefined
  /** Null: to the top. */
  readonly parentId?: FolderId | null | undefined
}

/** Some folders, the folders below them, and the projects in all of these. */
export interface FolderReach {
  readonly folders: ReadonlySet<string>
  /** Projects in the trash too. */
  readonly projects: ReadonlySet<ProjectId>
}

export interface FolderRepository {
  /** By name, the parts of the tree side by side. */
  list(workspace: WorkspaceRow): Promise<Folder[]>
  find(workspace: WorkspaceRow, id: FolderId): Promise<Folder | undefined>
  /** Identifiers that are none of the workspace's are passed over. */
  reach(workspace: WorkspaceRow, ids: readonly string[]): Promise<FolderReach>
  /** Its projects leave the folders they were in. False when the external identifier is taken. */
  create(folder: NewFolder): Promise<boolean>
  /** False when the folder would come to lie inside itself. */
  change(id: FolderId, change: FolderChange): Promise<boolean>
  /** Moves its contents to the folder above; answers what they were. */
  remove(id: FolderId): Promise<FolderContents>
  /** Puts the folder and what lay in it back, as far as that still lies where the removal put it. False when it cannot be. */
  restore(workspace: WorkspaceRow, removed: RemovedFolder, now: Date): Promise<boolean>
  /** They leave the folders they were in. */
  addProjects(id: FolderId, projects: readonly ProjectId[]): Promise<void>
  removeProjects(id: FolderId, projects: readonly ProjectId[]): Promise<void>
}
