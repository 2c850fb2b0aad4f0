import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brand } from '#common/border'
import type { BlobHash } from '#common/ids'
import type { BlobStore, ReceivedBlob } from '#core/dataset/images/ports'
import { openBlobStore } from '#storage/blobs/blob-store'
import { BlobTooLargeError } from '#storage/blobs/durable-files'

const HASH = brand<BlobHash>('2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae')

test('a file on the same disk becomes a blob by another name for it', async () => {
  const { blobs, path } = await adopting('foo')

  const adopted = await adoptedBy(blobs, path)
  expect(adopted).toMatchObject({ hash: HASH, bytes: 3, path })
  expect(await blobs.has(HASH)).toBe(false)
  await adopted.keep()

  expect((await stat(blobs.pathOf(HASH))).ino).toBe((await stat(path)).ino)
  await rm(path)
  expect(await readFile(blobs.pathOf(HASH), 'utf8')).toBe('foo')
})

test('a file that is adopted twice leaves nothing behind', async () => {
  const { blobs, path, folder } = await adopting('foo')

  for (const adopted of [await adoptedBy(blobs, path), await adoptedBy(blobs, path)]) await adopted.keep()

  expect(await readFile(blobs.pathOf(HASH), 'utf8')).toBe('foo')
  expect(await readdir(join(folder, 'blobs', 'incoming'))).toEqual([])
})

test('a file that is not kept stays where it is, and leaves no blob', async () => {
  const { blobs, path, folder } = await adopting('foo')

  await (await adoptedBy(blobs, path)).discard()

  expect(await readFile(path, 'utf8')).toBe('foo')
  expect(await readdir(join(folder, 'blobs', 'incoming'))).toEqual([])
})

test('a damaged blob is replaced by the file, and a sound one is left', async () => {
  const { blobs, path } = await adopting('foo')
  await (await adoptedBy(blobs, path)).keep()
  const copy = `${path}.copy`
  await writeFile(copy, 'foo')
  await rm(blobs.pathOf(HASH))
  await writeFile(blobs.pathOf(HASH), 'fox')

  expect(await (await adoptedBy(blobs, copy)).mend()).toBe(true)
  expect(await readFile(blobs.pathOf(HASH), 'utf8')).toBe('foo')
  expect(await (await adoptedBy(blobs, path)).mend()).toBe(false)
})

test('a file that is too large is refused, and one that is missing is nobody', async () => {
  const { blobs, path } = await adopting('foo')

  await expect(blobs.adopt(path, 2)).rejects.toBeInstanceOf(BlobTooLargeError)
  expect(await blobs.adopt(`${path}.missing`, 10)).toBeUndefined()
})

async function adopting(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-adopt-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'staging'))
  const path = join(folder, 'staging', '0')
  await writeFile(path, text)
  return { blobs: await openBlobStore(join(folder, 'blobs')), path, folder }
}

async function adoptedBy(blobs: BlobStore, path: string): Promise<ReceivedBlob> {
  const adopted = await blobs.adopt(path, 10)
  if (adopted === undefined) throw new Error(`${path} was not adopted`)
  return adopted
}
