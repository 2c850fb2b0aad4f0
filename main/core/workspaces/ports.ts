import type { WorkspaceSlug } from '#common/ids'

/** A workspace's row number inside the library; never leaves the core. */
export type WorkspaceRow = number

export interface Workspace {
  readonly row: WorkspaceRow
  readonly slug: WorkspaceSlug
  readonly name: string
}

export interface ApiKeyRecord {
  readonly id: string
  readonly workspace: Workspace
  readonly name: string
  /** Last four characters of the secret. */
  readonly ending: string
}

export interface WorkspaceRepository {
  first(): Promise<Workspace | undefined>
  create(workspace: { slug: WorkspaceSlug; name: string; createdAt: Date }): Promise<Workspace>
  /** Stores only the digest of the key. */
  addKey(key: { id: string; workspace: Workspace; name: string; secret: string; createdAt: Date }): Promise<void>
  /** The key whose digest equals that of `secret`; compared in constant time. */
  findKey(secret: string): Promise<ApiKeyRecord | undefined>
  keys(workspace: Workspace): Promise<ApiKeyRecord[]>
}
