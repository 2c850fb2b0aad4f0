import type { Workspace } from '../workspaces/ports.ts'

/** Notes that a person attaches to a key, by name. */
export type KeyNotes = Readonly<Record<string, string | number | boolean>>

/** A key without its secret. */
export interface ApiKey {
  readonly id: string
  readonly workspace: Workspace
  readonly name: string
  /** First characters of the secret, enough to tell keys apart. */
  readonly prefix: string
  /** Last four characters of the secret. */
  readonly ending: string
  /** The names that were granted; null is everything. */
  readonly scopes: readonly string[] | null
  /** The folders it is limited to, with the folders in them; null is the whole workspace. Those that are gone open nothing. */
  readonly folderIds: readonly string[] | null
  /** The one workflow that it reads; null is all of them. */
  readonly workflowId: string | null
  readonly customMetadata: KeyNotes
  /** The first key of the workspace, which the program itself keeps. */
  readonly isDefault: boolean
  /** Cannot be disabled or revoked over the API. */
  readonly isProtected: boolean
  readonly isDisabled: boolean
  readonly createdAt: Date
  /** A token ends then, and is not listed. */
  readonly expiresAt: Date | null
}

export interface NewKey extends Omit<ApiKey, 'isDisabled'> {
  readonly secret: string
}

export type KeyChange = Partial<Pick<ApiKey, 'name' | 'scopes' | 'customMetadata' | 'isProtected' | 'isDisabled'>>

export interface KeyRepository {
  /** Stores only the digest of the secret. */
  add(key: NewKey): Promise<void>
  /** The key whose digest equals that of `secret`, disabled ones too, ended ones not; compared in constant time. */
  findBySecret(secret: string, now: Date): Promise<ApiKey | undefined>
  /** Whether a key with this secret is or was one of the library's, also a revoked one. */
  wasEverKnown(secret: string): Promise<boolean>
  find(workspace: Workspace, id: string): Promise<ApiKey | undefined>
  findRevoked(workspace: Workspace, id: string): Promise<ApiKey | undefined>
  /** Of any workspace; neither a revoked nor an ended one. */
  findAnywhere(id: string, now: Date): Promise<ApiKey | undefined>
  /** Oldest first, without tokens and those that were revoked. */
  list(workspace: Workspace): Promise<ApiKey[]>
  change(workspace: Workspace, id: string, change: KeyChange): Promise<void>
  /** A revoked key opens nothing and is not listed. Null takes that back. */
  setRevoked(workspace: Workspace, id: string, at: Date | null): Promise<boolean>
  /** The public name under which browsers may ask for predictions; it opens nothing else. */
  publishable(workspace: Workspace): Promise<string>
}
