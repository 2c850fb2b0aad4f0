import type { SavedView } from '#common/contract/browse/saved-views'
import type { ProjectId, SavedViewId } from '#common/ids'

/** Queries of the images screen that a person gave a name. */
export interface SavedViewRepository {
  /** By name. */
  list(projectId: ProjectId): Promise<SavedView[]>
  find(projectId: ProjectId, id: SavedViewId): Promise<SavedView | undefined>
  /** False when another view of the project has the name, in any case. */
  add(projectId: ProjectId, view: SavedView): Promise<boolean>
  /** Likewise. */
  rename(id: SavedViewId, name: string): Promise<boolean>
  remove(id: SavedViewId): Promise<void>
}
