import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'

/** Overwrites the first page of a table: the database's schema can still be read, but the table cannot. */
export async function overwritePage(path: string, table: string): Promise<void> {
  const db = new Database(path, { readonly: true })
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)
  const size = z.int().parse(db.pragma('page_size', { simple: true }))
  db.close()
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(size, 7), 0, size, (z.int().parse(root) - 1) * size)
  await file.close()
}

/** Returns the path of bytes in a library's folder of blobs. */
export function blobPathOf(blobs: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return join(blobs, hash.slice(0, 2), hash)
}
