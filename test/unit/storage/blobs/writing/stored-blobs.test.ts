import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messageOf } from '#core/system-failure'
import { openBlobStore } from '#storage/blobs/blob-store'
import { fileWriter } from '#storage/blobs/writing/file-writer'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-stored-'))
})

afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const text = (content: string) => new Uint8Array(Buffer.from(content))

test('many small blobs that come at once are all there, each under its hash', async () => {
  const store = await openBlobStore(join(folder, 'blobs'))
  const contents = Array.from({ length: 500 }, (_, nth) => `blob ${nth}`)

  const stored = await Promise.all(contents.map((content) => store.store(text(content))))

  expect(stored.map(({ hash }) => readFileSync(store.pathOf(hash), 'utf8'))).toEqual(contents)
  expect(stored.map(({ bytes }) => bytes)).toEqual(contents.map(({ length }) => length))
  expect(readdirSync(join(folder, 'blobs', 'incoming'))).toEqual([])
})

test('a large blob is stored as a small one is', async () => {
  const store = await openBlobStore(join(folder, 'blobs'))
  const large = new Uint8Array(3 * 1024 * 1024).fill(7)

  const { hash, bytes } = await store.store(large)

  expect(bytes).toBe(large.byteLength)
  expect(readFileSync(store.pathOf(hash)).equals(large)).toBe(true)
})

test('what is stored is not swept before a row names it, and heals a damaged file', async () => {
  const store = await openBlobStore(join(folder, 'blobs'))
  const { hash } = await store.store(text('whole'))
  writeFileSync(store.pathOf(hash), 'damaged')

  await store.store(text('whole'))
  const moved = await store.sweep(new Set(), async () => true)

  expect(moved).toBe(0)
  expect(readFileSync(store.pathOf(hash), 'utf8')).toBe('whole')
})

test('a file that cannot be written fails alone, and nothing of it is left', async () => {
  const writer = fileWriter()
  const made = join(folder, 'incoming')
  mkdirSync(made)
  writeFileSync(join(folder, 'shelf'), 'a file where a folder should be')
  const file = (name: string, shelf: string) =>
    writer.write({ bytes: text(name), made: join(made, name), to: join(folder, shelf, name) })

  const [good, bad, other] = await Promise.allSettled([file('a', 'aa'), file('b', 'shelf'), file('c', 'cc')])

  expect([good?.status, bad?.status, other?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(bad).toMatchObject({ reason: { code: 'EEXIST' } })
  expect(bad?.status === 'rejected' && messageOf(bad.reason)).toBe('EEXIST: file already exists')
  expect(readdirSync(made)).toEqual([])
  expect(existsSync(join(folder, 'cc', 'c'))).toBe(true)
})

test('a folder that was removed meanwhile is made again', async () => {
  const store = await openBlobStore(join(folder, 'blobs'))
  const { hash } = await store.store(text('first'))
  rmSync(dirname(store.pathOf(hash)), { recursive: true })

  await store.store(text('first'))

  expect(readFileSync(store.pathOf(hash), 'utf8')).toBe('first')
})

test('a second name for a file that is there already is refused, and the file stays', async () => {
  const writer = fileWriter()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  writeFileSync(from, 'content')

  await writer.write({ from, to })
  const again = writer.write({ from, to })

  await expect(again).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(to, 'utf8')).toBe('content')
  expect(readFileSync(from, 'utf8')).toBe('content')
})

test('a file that is there already is not written, and stays', async () => {
  const made = join(folder, 'made')
  writeFileSync(made, 'before')

  const written = fileWriter().write({ bytes: text('after'), made })

  await expect(written).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(made, 'utf8')).toBe('before')
})

test('bytes that were given away fail alone, and the next file is written', async () => {
  const writer = fileWriter()
  const gone = text('gone')
  structuredClone(gone, { transfer: [gone.buffer] })

  const failed = writer.write({ bytes: gone, made: join(folder, 'gone') })
  await expect(failed).rejects.toMatchObject({ code: 'file-not-written' })
  await writer.write({ bytes: text('next'), made: join(folder, 'next') })

  expect(readFileSync(join(folder, 'next'), 'utf8')).toBe('next')
})

test('bytes that were given away while they waited fail alone, not those that wait beside them', async () => {
  const writer = fileWriter()
  const gone = text('gone')
  const write = (name: string, bytes = text(name)) => writer.write({ bytes, made: join(folder, name) })

  // The first keeps the thread busy: the others are the next batch.
  const written = [write('first'), write('before'), write('gone', gone), write('after')]
  structuredClone(gone, { transfer: [gone.buffer] })
  const settled = await Promise.allSettled(written)

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(settled[2]).toMatchObject({ reason: { code: 'file-not-written' } })
  expect(readdirSync(folder).toSorted()).toEqual(['after', 'before', 'first'])
})

test('a glance tells of a missing file and of another size, and of flipped bits once a check has found them', async () => {
  const store = await openBlobStore(join(folder, 'blobs'))
  const [{ hash, bytes }, longer, gone] = await Promise.all([
    store.store(text('cat')),
    store.store(text('dog')),
    store.store(text('owl')),
  ])
  writeFileSync(store.pathOf(hash), 'bat')
  writeFileSync(store.pathOf(longer.hash), 'hedgehog')
  rmSync(store.pathOf(gone.hash))

  expect(await store.glance(hash, bytes)).toBe('sound')
  expect(await store.check(hash, bytes)).toBe('damaged')
  expect(await store.glance(hash, bytes)).toBe('damaged')
  expect(await store.glance(longer.hash, longer.bytes)).toBe('damaged')
  expect(await store.glance(gone.hash, gone.bytes)).toBe('missing')
})
