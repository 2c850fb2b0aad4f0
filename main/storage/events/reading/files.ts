import type { BlobHash } from '#common/ids'
import type { FoundFile } from '#core/events/ports'
import type { ReadDb } from '../../kit/db.ts'

/** The files of events, and the hashes that are still referenced. */
export function eventFiles(db: ReadDb) {
  const byId = db.prepare<[id: string], FoundFile>(
    `SELECT file.id, file.kind, file.hash, file.content_type AS contentType, file.bytes, event.id AS eventId
     FROM file JOIN event ON event.created_at = file.event WHERE file.id = ?`,
  )
  const named = db
    .prepare<[hashes: string], BlobHash>(
      'SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM file WHERE file.hash = value)',
    )
    .pluck()
  // Hashes are lower-case hexadecimal, so 'g' sorts after all with the same prefix.
  const onShelf = db
    .prepare<[shelf: string, behind: string], BlobHash>('SELECT DISTINCT hash FROM file WHERE hash >= ? AND hash < ?')
    .pluck()
  return {
    async file(fileId: string): Promise<FoundFile | undefined> {
      return byId.get(fileId)
    },
    async namedAmong(hashes: readonly BlobHash[]): Promise<readonly BlobHash[]> {
      return named.all(JSON.stringify(hashes))
    },
    async hashesOn(shelf: string): Promise<readonly BlobHash[]> {
      return onShelf.all(shelf, `${shelf}g`)
    },
  }
}
