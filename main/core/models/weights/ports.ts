import type { BlobHash, ProjectId, ProjectSlug } from '#common/ids'
import type { WorkspaceRow } from '../../access/workspaces/ports.ts'
import type { VersionRow } from '../../versions/model.ts'

/** Weights that were sent in: a file whose insides nobody here reads, and what its sender says of it. */
export interface Model {
  readonly id: string
  /** `<project>/<number>` for the model of a version. */
  readonly slug: string
  readonly name: string
  /** Name of the architecture, from the sender. */
  readonly type: string
  /** Number of the version that it was trained on, where that is told. */
  readonly version: number | undefined
  /** Projects that are not in the trash. */
  readonly projects: readonly { readonly id: ProjectId; readonly slug: ProjectSlug }[]
  readonly isFavorite: boolean
  readonly blob: BlobHash
  readonly bytes: number
  readonly createdAt: Date
}

export interface NewModel extends Pick<Model, 'id' | 'slug' | 'name' | 'type' | 'blob' | 'bytes' | 'createdAt'> {
  readonly workspace: WorkspaceRow
  readonly version: VersionRow | undefined
  readonly projects: readonly ProjectId[]
}

export interface TrashedModel extends Pick<Model, 'id' | 'slug' | 'name' | 'projects'> {
  readonly trashedAt: Date
}

export interface ModelRepository {
  /** `taken`: another has the slug. `gone`: no project of it, or not its version, is there any more. */
  add(model: NewModel): Promise<'added' | 'taken' | 'gone'>
  isTaken(workspace: WorkspaceRow, slug: string): Promise<boolean>
  /** Favourites first, then the newest. */
  list(project: ProjectId): Promise<Model[]>
  /** By identifier or slug; nothing in the trash, or whose projects or version are. */
  find(workspace: WorkspaceRow, idOrSlug: string): Promise<Model | undefined>
  /** By identifier alone, in whichever workspace; as `find`. */
  findLive(id: string): Promise<Model | undefined>
  setFavorite(id: string, isFavorite: boolean): Promise<void>
  setTrashed(id: string, at: Date): Promise<void>
  /** Newest first. */
  trashed(workspace: WorkspaceRow): Promise<TrashedModel[]>
  restore(workspace: WorkspaceRow, id: string): Promise<'restored' | 'taken' | 'not-there'>
}
