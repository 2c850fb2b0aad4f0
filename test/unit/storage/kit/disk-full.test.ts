import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openBlobStore } from '#storage/blobs/blob-store'
import { commitQueue } from '#storage/kit/commit-queue'
import { openDatabase } from '#storage/kit/db'

const folder = mkdtempSync(join(tmpdir(), 'tessera-full-'))
const isSmall = mountSmallDisk()

afterAll(() => {
  if (isSmall) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

/** A disk of two megabytes in memory; only an administrator may have one. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent += 1) yield Buffer.alloc(1024 * 1024, sent)
}

describe.skipIf(!isSmall)('a full disk (needs the right to mount one)', () => {
  test('refuses an image in plain words and keeps nothing of it', async () => {
    const store = await openBlobStore(join(folder, 'blobs'))

    await expect(store.receive(megabytes(4), 1e9)).rejects.toThrow('disk that holds the library is full')

    expect(readdirSync(join(folder, 'blobs', 'incoming'))).toEqual([])
  })

  test('refuses a write in plain words, and what was there stays', async () => {
    const database = openDatabase(join(folder, 'full.db'))
    database.raw.exec('CREATE TABLE note (text TEXT NOT NULL) STRICT')
    const commits = commitQueue(database.raw)
    const insert = database.raw.prepare('INSERT INTO note VALUES (?)')
    await commits.run(() => insert.run('kept'))

    await expect(commits.run(() => insert.run('x'.repeat(4 * 1024 * 1024)))).rejects.toThrow('is full')

    expect(database.raw.prepare('SELECT text FROM note').pluck().all()).toEqual(['kept'])
    database.close()
  })
})
