import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBlobStore } from '#storage/blobs/blob-store'
import { commitQueue } from '#storage/kit/commit-queue'
import { openDatabase } from '#storage/kit/db'
import { diskReserve } from '#storage/kit/disk-reserve'

const BYTES = 256 * 1024

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-reserve-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* kilobytes(count: number) {
  for (let sent = 0; sent < count; sent += 1) yield Buffer.alloc(1024, sent)
}

test('room is kept where there is plenty, given up when the disk fills, and taken again when there is room', async () => {
  let free = 100 * BYTES
  const reserve = diskReserve(folder, { bytes: BYTES, freeBytes: () => free })
  const file = join(folder, 'reserve.bin')
  await reserve.look()
  expect(statSync(file).size).toBe(BYTES)

  free = 10
  await reserve.look()
  expect(existsSync(file)).toBe(false)
  expect(() => reserve.checkRoom()).toThrow('is full')

  free = BYTES + 10
  await reserve.look()
  expect(existsSync(file)).toBe(false)

  free = 2 * BYTES
  await reserve.look()
  expect(existsSync(file)).toBe(true)
  reserve.checkRoom()
})

test('a disk without room for it takes no new files, and does so when there is room', async () => {
  let free = BYTES
  const reserve = diskReserve(folder, { bytes: BYTES, freeBytes: () => free })
  await reserve.look()
  reserve.release()

  expect(existsSync(join(folder, 'reserve.bin'))).toBe(false)
  expect(() => reserve.checkRoom()).toThrow('is full')

  free = 2 * BYTES
  await reserve.look()
  reserve.checkRoom()
})

test('a reserve that was spent before a restart is spent after it', async () => {
  let free = 100 * BYTES
  const before = diskReserve(folder, { bytes: BYTES, freeBytes: () => free })
  await before.look()
  free = 0
  await before.look()

  const after = diskReserve(folder, { bytes: BYTES, freeBytes: () => free })
  const stop = after.watch()
  stop()

  expect(() => after.checkRoom()).toThrow('is full')
})

describe.skipIf(!canMount())('a full disk (needs the right to mount one)', () => {
  test('still takes what people undo and delete, and no new files', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder])
    try {
      const reserve = diskReserve(folder, { bytes: BYTES })
      await reserve.look()
      const blobs = await openBlobStore(join(folder, 'blobs'), { disk: reserve })
      const database = openDatabase(join(folder, 'library.db'))
      database.raw.exec('CREATE TABLE note (text TEXT NOT NULL) STRICT')
      const commits = commitQueue(database.raw, { onFull: reserve.release })
      const insert = database.raw.prepare('INSERT INTO note VALUES (?)')

      await expect(blobs.receive(kilobytes(4096), 1e9)).rejects.toThrow('is full')
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(1024 * 1024))
      for (let each = 0; each < 10; each += 1) await commits.run(() => insert.run('undone'))

      await expect(blobs.receive(kilobytes(1), 1e9)).rejects.toThrow('is full')
      expect(database.raw.prepare('SELECT count(*) FROM note').pluck().get()).toBe(10)
      rmSync(join(folder, 'ballast'))
      await reserve.look()
      await (await blobs.receive(kilobytes(1), 1e9)).discard()
      database.close()
    } finally {
      execFileSync('umount', [folder])
    }
  })
})

function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'tessera-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return true
  } catch {
    return false
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
