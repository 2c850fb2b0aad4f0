import { createHash, timingSafeEqual } from 'node:crypto'
import { brand } from '#common/border'
import type { WorkspaceSlug } from '#common/ids'
import type { ApiKeyRecord, Workspace, WorkspaceRepository } from '#core/workspaces/ports'
import type { CommitQueue } from '../kit/commit-queue.ts'
import type { ReadDb } from '../kit/db.ts'

interface WorkspaceSqlRow {
  readonly id: number
  readonly slug: string
  readonly name: string
}

interface KeySqlRow extends WorkspaceSqlRow {
  readonly key_id: string
  readonly key_name: string
  readonly ending: string
  readonly hash: Buffer
}

const KEY_COLUMNS = `k.id AS key_id, k.name AS key_name, k.ending, k.hash, w.id, w.slug, w.name`

export function workspaceRepository(db: ReadDb, commits: CommitQueue): WorkspaceRepository {
  const first = db.prepare<[], WorkspaceSqlRow>('SELECT id, slug, name FROM workspace ORDER BY id LIMIT 1')
  const insert = db.prepare<[string, string, number], WorkspaceSqlRow>(
    'INSERT INTO workspace (slug, name, created_at) VALUES (?, ?, ?) RETURNING id, slug, name',
  )
  const insertKey = db.prepare<[string, number, string, Buffer, string, number]>(
    'INSERT INTO api_key (id, workspace_id, name, hash, ending, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const keyByHash = db.prepare<[Buffer], KeySqlRow>(
    `SELECT ${KEY_COLUMNS} FROM api_key k JOIN workspace w ON w.id = k.workspace_id WHERE k.hash = ?`,
  )
  const keysOf = db.prepare<[number], KeySqlRow>(
    `SELECT ${KEY_COLUMNS} FROM api_key k JOIN workspace w ON w.id = k.workspace_id WHERE w.id = ? ORDER BY k.created_at`,
  )

  return {
    async first() {
      const row = first.get()
      return row && toWorkspace(row)
    },
    async create({ slug, name, createdAt }) {
      const row = await commits.run(() => insert.get(slug, name, createdAt.getTime() / 1000))
      if (row === undefined) throw new Error('The workspace was not stored')
      return toWorkspace(row)
    },
    async addKey({ id, workspace, name, secret, createdAt }) {
      const at = createdAt.getTime() / 1000
      await commits.run(() => insertKey.run(id, workspace.row, name, digest(secret), secret.slice(-4), at))
    },
    async findKey(secret) {
      const hash = digest(secret)
      const row = keyByHash.get(hash)
      return row && timingSafeEqual(row.hash, hash) ? toKey(row) : undefined
    },
    async keys(workspace) {
      return keysOf.all(workspace.row).map(toKey)
    },
  }
}

/** Keys are 160 random bits, so one round of SHA-256 keeps them: there is nothing to guess. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function toWorkspace({ id, slug, name }: WorkspaceSqlRow): Workspace {
  return { row: id, slug: brand<WorkspaceSlug>(slug), name }
}

function toKey(row: KeySqlRow): ApiKeyRecord {
  return { id: row.key_id, workspace: toWorkspace(row), name: row.key_name, ending: row.ending }
}
