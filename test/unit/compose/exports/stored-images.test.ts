import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imageThreads, type StoredImages, storedImages } from '#compose/exports/stored-images'

let folder: string
let images: StoredImages
let threads: ReturnType<typeof imageThreads>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stored-images-'))
  threads = imageThreads()
  images = storedImages(threads, new AbortController().signal)
})

afterEach(async () => {
  await threads.close()
  await rm(folder, { recursive: true })
})

test('images that are read together each come with their own bytes', async () => {
  const contents = ['one', '', 'three', 'x'.repeat(600_000), 'five'].map((text) => Buffer.from(text))
  const wanted = await Promise.all(contents.map((content, place) => stored(String(place), content)))

  const read = await Promise.all(wanted.map((image) => images.read(image)))

  expect(read.map((bytes) => Buffer.from(bytes))).toEqual(contents)
})

const DAMAGE = [
  ['shorter', 'on', 'It does not have 3 bytes'],
  ['longer', 'ones', 'It does not have 3 bytes'],
  ['of other bytes', 'two', 'Its bytes are not those that were stored'],
] as const

test.each(DAMAGE)('an image that is %s is refused, those read with it are not', async (_what, now, sentence) => {
  const [sound, damaged, last] = [await storedText('first'), await storedText('one'), await storedText('last')]
  await writeFile(damaged.path, now)

  const read = await Promise.allSettled([sound, damaged, last].map((image) => images.read(image)))

  expect(
    read.map((outcome) => (outcome.status === 'fulfilled' ? text(outcome.value) : String(outcome.reason))),
  ).toEqual(['first', expect.stringContaining(sentence), 'last'])
})

test('an image that is gone is refused', async () => {
  const gone = await stored('gone', Buffer.from('gone'))
  await rm(gone.path)

  await expect(images.read(gone)).rejects.toThrow('ENOENT')
})

test('a large image whose bytes have changed is refused', async () => {
  const large = await stored('large', Buffer.alloc(600_000, 1))
  await writeFile(large.path, Buffer.alloc(600_000, 2))

  await expect(images.read(large)).rejects.toThrow('Its bytes are not those that were stored')
})

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}

const storedText = (content: string) => stored(content, Buffer.from(content))

async function stored(name: string, content: Buffer) {
  const path = join(folder, name)
  await writeFile(path, content)
  return { path, bytes: content.length, hash: createHash('sha256').update(content).digest('hex') }
}
