import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLibrary } from '#storage/library/library'

test.skipIf(process.platform !== 'linux')(
  'the name of a new identity is on the disk before the identity counts',
  () => {
    const folder = fs.mkdtempSync(join(tmpdir(), 'tessera-identity-'))
    const flushed: { readonly path: string; readonly isConfirmed: unknown }[] = []
    const flush = fs.fsyncSync
    const watched = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      flushed.push({ path: fs.readlinkSync(`/proc/self/fd/${file}`), isConfirmed: confirmedIn(folder) })
      flush(file)
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      watched.mockRestore()
      syncBuiltinESMExports()
      fs.rmSync(folder, { recursive: true })
    })

    openLibrary(folder, new Date()).close()

    expect(flushed).toEqual([
      { path: join(folder, 'blobs'), isConfirmed: 0 },
      { path: folder, isConfirmed: 0 },
    ])
    expect(confirmedIn(folder)).toBe(1)
  },
)

function confirmedIn(folder: string): unknown {
  const db = new Database(join(folder, 'library.db'), { readonly: true })
  try {
    return db.prepare('SELECT is_confirmed FROM identity').pluck().get()
  } finally {
    db.close()
  }
}
