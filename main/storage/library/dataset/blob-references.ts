import { setImmediate } from 'node:timers/promises'
import type { ReadDb } from '../../kit/db.ts'

/** Rows read at once: some milliseconds, so that others are served in between. */
const WINDOW = 5000

/** Tables that name few files, which are read at once. */
const WITH_FEW = ['export', 'search_export', 'model'] as const

/** Every table whose `blob` names a file. A file that no row of one of these names is swept away. */
export const BLOB_TABLES = ['image', 'version_source', 'version_image', 'search_export_image', ...WITH_FEW] as const

interface Named {
  readonly at: number | string
  readonly blob: string
}

/**
 * Reads every blob that a row names, in windows. Images come first: versions copy names from them, so a name that moves while
 * this reads is met in one place or the other.
 */
export function blobReferences(db: ReadDb): () => Promise<ReadonlySet<string>> {
  const images = db.prepare<[number], Named>(
    `SELECT seq AS at, blob FROM image WHERE seq > ? ORDER BY seq LIMIT ${WINDOW}`,
  )
  const versions = db.prepare<[], number>('SELECT id FROM version ORDER BY id').pluck()
  const sources = db.prepare<[number, number], Named>(
    `SELECT position AS at, blob FROM version_source WHERE version_id = ? AND position > ? ORDER BY position LIMIT ${WINDOW}`,
  )
  const made = db.prepare<[number, string], Named>(
    `SELECT DISTINCT blob AS at, blob FROM version_image WHERE version_id = ? AND blob > ? ORDER BY blob LIMIT ${WINDOW}`,
  )
  const searches = db.prepare<[], string>('SELECT task_id FROM search_export ORDER BY task_id').pluck()
  const found = db.prepare<[string, number], Named>(
    `SELECT position AS at, blob FROM search_export_image WHERE task_id = ? AND position > ? ORDER BY position LIMIT ${WINDOW}`,
  )
  const archives = db
    .prepare<[], string>(
      WITH_FEW.map((table) => `SELECT blob FROM ${table} WHERE blob IS NOT NULL`).join(' UNION ALL '),
    )
    .pluck()

  return async () => {
    const names = new Set<string>()
    await collect(names, 0, (after) => images.all(Number(after)))
    for (const version of versions.all()) {
      await collect(names, -1, (after) => sources.all(version, Number(after)))
      await collect(names, '', (after) => made.all(version, String(after)))
    }
    for (const search of searches.all()) await collect(names, -1, (after) => found.all(search, Number(after)))
    for (const blob of archives.all()) names.add(blob)
    return names
  }
}

async function collect(found: Set<string>, start: Named['at'], read: (after: Named['at']) => Named[]): Promise<void> {
  for (let after = start; ; ) {
    const window = read(after)
    for (const { blob } of window) found.add(blob)
    const last = window.at(-1)
    if (last === undefined || window.length < WINDOW) return
    after = last.at
    await setImmediate()
  }
}
