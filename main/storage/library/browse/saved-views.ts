import { brand } from '#common/border'
import { type SavedView, ViewedImages } from '#common/contract/browse/saved-views'
import type { SavedViewId } from '#common/ids'
import { message } from '#common/messages/message'
import type { SavedViewRepository } from '#core/dataset/saved-views/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { soundRows, storedRow } from '../../kit/stored-row.ts'

interface ViewRow {
  readonly id: string
  readonly name: string
  readonly query: string
}

export function savedViewRepository(db: ReadDb, commits: CommitQueue): SavedViewRepository {
  const list = db.prepare<[string], ViewRow>(
    'SELECT id, name, query FROM saved_view WHERE project_id = ? ORDER BY name',
  )
  const byId = db.prepare<[string, string], ViewRow>(
    'SELECT id, name, query FROM saved_view WHERE project_id = ? AND id = ?',
  )
  const insert = db.prepare<[string, string, string, string]>(
    'INSERT OR IGNORE INTO saved_view (id, project_id, name, query) VALUES (?, ?, ?, ?)',
  )
  const rename = db.prepare<[string, string]>('UPDATE OR IGNORE saved_view SET name = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM saved_view WHERE id = ?')

  return {
    async list(projectId) {
      return soundRows(list.all(projectId), toView)
    },
    async find(projectId, id) {
      const row = byId.get(projectId, id)
      return row && toView(row)
    },
    add: (projectId, { id, name, shows }) =>
      commits.run(() => insert.run(id, projectId, name, JSON.stringify(shows)).changes === 1),
    rename: (id, name) => commits.run(() => rename.run(name, id).changes === 1),
    remove: (id) => commits.run(() => void remove.run(id)),
  }
}

const toView = storedRow(
  ({ name }: ViewRow) => message('row-view', { name }),
  ({ id, name, query }): SavedView => ({
    id: brand<SavedViewId>(id),
    name,
    shows: ViewedImages.parse(JSON.parse(query)),
  }),
)
