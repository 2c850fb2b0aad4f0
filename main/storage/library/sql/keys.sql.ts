import type { WorkspaceSqlRow } from '../workspace/workspaces.ts'

export interface KeyRow extends WorkspaceSqlRow {
  readonly key_id: string
  readonly key_name: string
  readonly hash: Buffer
  readonly prefix: string
  readonly ending: string
  readonly scopes: string | null
  readonly folder_ids: string | null
  readonly workflow_id: string | null
  readonly metadata: string
  readonly is_default: number
  readonly is_protected: number
  readonly is_disabled: number
  readonly created_at: number
  readonly expires_at: number | null
}

/** A key with its workspace; the condition follows. */
export const KEY = `
SELECT k.id AS key_id, k.name AS key_name, k.hash, k.prefix, k.ending, k.scopes, k.folder_ids, k.workflow_id, k.metadata, k.is_default,
       k.is_protected, k.is_disabled, k.created_at, k.expires_at, w.id, w.slug, w.name
  FROM api_key k JOIN workspace w ON w.id = k.workspace_id`
