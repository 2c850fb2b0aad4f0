import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '#storage/kit/folder-lock'
import { openOwnFolder } from '#storage/kit/own-folder'
import { openLibrary } from '#storage/library/library'

const NOW = new Date('2026-01-01T00:00:00Z')

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tessera-private-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function modeOf(...names: string[]): string {
  return (statSync(join(place, ...names)).mode & 0o777).toString(8)
}

describe.skipIf(process.platform === 'win32')('a library on a machine with other users', () => {
  test('is made so that nobody else reads it', () => {
    const library = openLibrary(join(place, 'library'), NOW)

    expect(modeOf('library')).toBe('700')
    expect(
      ['library.db', 'library.db-wal', 'library.db-shm', 'lock.db'].map((name) => modeOf('library', name)),
    ).toEqual(['600', '600', '600', '600'])
    library.close()
  })

  test('is closed to others at opening when an older Tessera left it open', () => {
    const folder = join(place, 'library')
    openLibrary(folder, NOW).close()
    writeFileSync(join(folder, 'note.txt'), 'mine')
    for (const [name, mode] of [
      ['', 0o755],
      ['library.db', 0o644],
      ['blobs', 0o775],
      ['note.txt', 0o664],
    ] as const)
      chmodSync(join(folder, name), mode)

    openLibrary(folder, NOW).close()

    expect(['', 'library.db', 'blobs', 'note.txt'].map((name) => modeOf('library', name))).toEqual([
      '700',
      '600',
      '700',
      '600',
    ])
  })
})

test('a folder that nothing can be made in is named with the reason, at once', () => {
  writeFileSync(join(place, 'file'), '')

  expect(() => openOwnFolder(join(place, 'file'))).toThrow(`${join(place, 'file')} is a file, not a folder`)
  expect(() => openOwnFolder(join(place, 'file', 'library'))).toThrow(`${join(place, 'file')} is a file, not a folder`)
})

test.skipIf(process.platform !== 'linux')('a file system that takes no folders is named at once', () => {
  expect(() => openOwnFolder('/proc/tessera/library')).toThrow(/^The folder \/proc\/tessera\/library cannot be used: /)
})

test('a lock that another program holds says who holds it', () => {
  const lock = lockFolder({ what: 'library', folder: place }, NOW)

  expect(() => lockFolder({ what: 'library', folder: place }, NOW)).toThrow(
    `is already open in another instance of Tessera (process ${process.pid}`,
  )
  lock.release()
})

test.skipIf(process.platform === 'win32')('the note of a lock is not written through a link', () => {
  const precious = join(place, 'precious.txt')
  writeFileSync(precious, 'precious')
  rmSync(join(place, 'lock.txt'), { force: true })
  symlinkSync(precious, join(place, 'lock.txt'))

  lockFolder({ what: 'library', folder: place }, NOW).release()

  expect(readFileSync(precious, 'utf8')).toBe('precious')
  expect(readFileSync(join(place, 'lock.txt'), 'utf8')).toContain(`process ${process.pid}`)
})

test('a lock that cannot be taken for another reason says that one', () => {
  mkdirSync(join(place, 'lock.db'))
  expect(() => lockFolder({ what: 'library', folder: place }, NOW)).toThrow(/lock\.db cannot be used: /)

  rmSync(join(place, 'lock.db'), { recursive: true })
  writeFileSync(join(place, 'lock.db'), 'no database, though as long as one '.repeat(100))
  writeFileSync(join(place, 'lock.txt'), 'process 1 on nowhere')
  expect(() => lockFolder({ what: 'library', folder: place }, NOW)).toThrow('is damaged. Move it somewhere else')
  expect(readFileSync(join(place, 'lock.txt'), 'utf8')).toBe('process 1 on nowhere')
})
