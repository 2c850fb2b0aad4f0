import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { message } from '#common/messages/message'
import type { ApiKey, KeyChange, KeyRepository } from '#core/access/keys/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { ifSound, storedRow } from '../../kit/stored-row.ts'
import { dateOrOldest, fromSeconds, toSeconds } from '../columns.ts'
import { KEY, type KeyRow } from '../sql/keys.sql.ts'
import { toWorkspace } from './workspaces.ts'

const Names = z.array(z.string()).nullable()
const Metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export function keyRepository(db: ReadDb, commits: CommitQueue): KeyRepository {
  const insert = db.prepare<Record<string, string | number | Buffer | null>>(
    `INSERT INTO api_key (id, workspace_id, name, hash, prefix, ending, scopes, folder_ids, workflow_id, metadata, is_default, is_protected, created_at, expires_at)
     VALUES (@id, @workspace, @name, @hash, @prefix, @ending, @scopes, @folderIds, @workflowId, @metadata, @isDefault, @isProtected, @createdAt, @expiresAt)`,
  )
  const bySecret = db.prepare<[Buffer, number], KeyRow>(
    `${KEY} WHERE k.hash = ? AND k.revoked_at IS NULL AND coalesce(k.expires_at > ?, 1)`,
  )
  const byId = db.prepare<[number, string], KeyRow>(`${KEY} WHERE w.id = ? AND k.id = ? AND k.revoked_at IS NULL`)
  const anywhere = db.prepare<[string, number], KeyRow>(
    `${KEY} WHERE k.id = ? AND k.revoked_at IS NULL AND coalesce(k.expires_at > ?, 1)`,
  )
  const all = db.prepare<[number], KeyRow>(
    `${KEY} WHERE w.id = ? AND k.revoked_at IS NULL AND k.expires_at IS NULL ORDER BY k.created_at, k.rowid`,
  )
  const update = db.prepare<Record<string, string | number | null>>(
    `UPDATE api_key SET name = @name, scopes = @scopes, metadata = @metadata, is_protected = @isProtected,
            is_disabled = @isDisabled
      WHERE workspace_id = @workspace AND id = @id`,
  )
  const removeEnded = db.prepare<[number]>('DELETE FROM api_key WHERE expires_at <= ?')
  const publishable = db.prepare<[number], string>('SELECT publishable FROM workspace WHERE id = ?').pluck()

  function changeRow(row: KeyRow, change: KeyChange) {
    update.run({ workspace: row.id, id: row.key_id, ...changeableColumns({ ...toKey(row), ...change }) })
  }

  return {
    async add({ id, workspace, secret, name, prefix, ending, isDefault, folderIds, workflowId, ...rest }) {
      const { createdAt, expiresAt } = rest
      const columns = { ...changeableColumns({ name, ...rest }), prefix, ending, isDefault: Number(isDefault) }
      const own = {
        id,
        workspace: workspace.row,
        folderIds: folderIds && JSON.stringify(folderIds),
        workflowId,
        hash: digest(secret),
        createdAt: toSeconds(createdAt),
        expiresAt: expiresAt && toSeconds(expiresAt),
      }
      await commits.run(() => {
        // Tokens that have ended would gather otherwise.
        removeEnded.run(toSeconds(createdAt))
        insert.run({ ...columns, ...own })
      })
    },
    async findBySecret(secret, now) {
      const hash = digest(secret)
      const row = bySecret.get(hash, toSeconds(now))
      return row && timingSafeEqual(row.hash, hash) ? toKey(row) : undefined
    },
    wasEverKnown: knownSecrets(db),
    async find(workspace, id) {
      const row = byId.get(workspace.row, id)
      return row && toListed(row)
    },
    async findAnywhere(id, now) {
      const row = anywhere.get(id, toSeconds(now))
      return row && toKey(row)
    },
    async list(workspace) {
      return all.all(workspace.row).map(toListed)
    },
    async change(workspace, id, change) {
      await commits.run(() => {
        const row = byId.get(workspace.row, id)
        if (row) changeRow(row, change)
      })
    },
    ...revocations(db, commits),
    async publishable(workspace) {
      return `tp_${publishable.get(workspace.row) ?? ''}`
    },
  }
}

function revocations(db: ReadDb, commits: CommitQueue): Pick<KeyRepository, 'findRevoked' | 'setRevoked'> {
  const revoked = db.prepare<[number, string], KeyRow>(
    `${KEY} WHERE w.id = ? AND k.id = ? AND k.revoked_at IS NOT NULL`,
  )
  const setRevoked = db.prepare<[number | null, number, string]>(
    'UPDATE api_key SET revoked_at = ? WHERE workspace_id = ? AND id = ?',
  )
  return {
    async findRevoked(workspace, id) {
      const row = revoked.get(workspace.row, id)
      return row && toListed(row)
    },
    async setRevoked(workspace, id, at) {
      const { changes } = await commits.run(() => setRevoked.run(at && toSeconds(at), workspace.row, id))
      return changes > 0
    },
  }
}

function knownSecrets(db: ReadDb): KeyRepository['wasEverKnown'] {
  const known = db.prepare<[Buffer], number>('SELECT 1 FROM api_key WHERE hash = ?').pluck()
  return async (secret) => known.get(digest(secret)) !== undefined
}

/** Keys are 160 random bits, so one round of SHA-256 keeps them: there is nothing to guess. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

type Changeable = Pick<ApiKey, 'name' | 'scopes' | 'customMetadata' | 'isProtected'> & Partial<ApiKey>

function changeableColumns({ name, scopes, customMetadata, isProtected, isDisabled = false }: Changeable) {
  return {
    name,
    scopes: scopes && JSON.stringify(scopes),
    metadata: JSON.stringify(customMetadata),
    isProtected: Number(isProtected),
    isDisabled: Number(isDisabled),
  }
}

/** A key with damaged rights has none: it is listed, and can be revoked. */
function toListed(row: KeyRow): ApiKey {
  const created_at = toSeconds(dateOrOldest(row.created_at))
  const expires_at = row.expires_at && toSeconds(dateOrOldest(row.expires_at))
  const readable = { ...row, scopes: '[]', folder_ids: '[]', metadata: '{}', created_at, expires_at }
  return ifSound(() => toKey(row)) ?? toKey(readable)
}

const toKey = storedRow((row: KeyRow) => message('row-api-key', { name: row.key_name }), readKey)

function readKey(row: KeyRow): ApiKey {
  return {
    id: row.key_id,
    workspace: toWorkspace(row),
    name: row.key_name,
    prefix: row.prefix,
    ending: row.ending,
    scopes: Names.parse(row.scopes === null ? null : JSON.parse(row.scopes)),
    folderIds: Names.parse(row.folder_ids === null ? null : JSON.parse(row.folder_ids)),
    workflowId: row.workflow_id,
    customMetadata: Metadata.parse(JSON.parse(row.metadata)),
    isDefault: row.is_default === 1,
    isProtected: row.is_protected === 1,
    isDisabled: row.is_disabled === 1,
    createdAt: fromSeconds(row.created_at),
    expiresAt: row.expires_at === null ? null : fromSeconds(row.expires_at),
  }
}
