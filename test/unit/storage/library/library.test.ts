import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBlobStore } from '#storage/blobs/blob-store'
import { openLibrary } from '#storage/library/library'

const NOW = new Date('2026-01-02T03:04:05Z')
const isSound = async () => true
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-library-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* bytes(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('a second station on the same library is refused and told who holds it', () => {
  const first = openLibrary(folder, NOW)

  expect(() => openLibrary(folder, NOW)).toThrow(`process ${process.pid}`)

  first.close()
  openLibrary(folder, NOW).close()
})

test('a blob has its name only once it is kept', async () => {
  const store = await openBlobStore(join(folder, 'blobs'))

  const received = await store.receive(bytes('hello ', 'world'), 100)
  const isThereBefore = await store.has(received.hash)
  await received.keep()

  expect(received).toMatchObject({
    bytes: 11,
    hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  })
  expect(isThereBefore).toBe(false)
  expect(readFileSync(store.pathOf(received.hash), 'utf8')).toBe('hello world')
})

test('a blob that grows over its limit is refused and leaves nothing', async () => {
  const store = await openBlobStore(join(folder, 'blobs'))

  await expect(store.receive(bytes('hello ', 'world'), 10)).rejects.toThrow('More than 10 bytes')

  expect(await (await openBlobStore(join(folder, 'blobs'))).sweep(new Set(), isSound)).toBe(0)
})

test('a sweep puts away what no row names, and never what came in since the start', async () => {
  const before = await openBlobStore(join(folder, 'blobs'))
  const orphan = await before.receive(bytes('orphan'), 100)
  const named = await before.receive(bytes('named'), 100)
  await Promise.all([orphan.keep(), named.keep()])

  const store = await openBlobStore(join(folder, 'blobs'))
  const fresh = await store.receive(bytes('fresh'), 100)
  await fresh.keep()
  const removed = await store.sweep(new Set([named.hash]), isSound)

  expect(removed).toBe(1)
  expect(await Promise.all([orphan, named, fresh].map(({ hash }) => store.has(hash)))).toEqual([false, true, true])
})
