import type { WorkspaceSlug } from '#common/ids'

/** A workspace's row number inside the library; never leaves the core. */
export type WorkspaceRow = number

export interface Workspace {
  readonly row: WorkspaceRow
  readonly slug: WorkspaceSlug
  readonly name: string
}

export interface WorkspaceRepository {
  first(): Promise<Workspace | undefined>
  create(workspace: { slug: WorkspaceSlug; name: string; createdAt: Date }): Promise<Workspace>
}
