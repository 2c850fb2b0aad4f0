import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportWriter } from '#compose/exports/export-writer'
import type { BlobStore } from '#core/dataset/images/ports'
import type { WriteContext } from '#core/exchange/exports/ports'
import type { ExportSource } from '#formats/kit/files'
import { openBlobStore } from '#storage/blobs/blob-store'
import { imageOf, sourceOf, versionOf } from '../../formats/exporters/kit.ts'
import { unzip } from '../../formats/exporters/unzip.ts'

let folder = ''
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-export-'))
  blobs = await openBlobStore(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('an export lies in the blob store, whole and under its digest', async () => {
  const source = await stored(3)

  const received = await exportWriter(blobs).write('yolov8', source, context())

  const bytes = await readFile(received.path)
  expect(received).toMatchObject({ bytes: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') })
  const images = (await unzip(received.path)).filter(({ path }) => path.startsWith('train/images/'))
  expect(images.map(({ text }) => text)).toEqual(['image 0', 'image 1', 'image 2'])
})

test('a cancelled export throws the reason for cancelling and leaves nothing', async () => {
  const source = await stored(50)
  const abort = new AbortController()
  const reason = new Error('Cancelled')
  const report: WriteContext['report'] = ({ current }) => current === 10 && abort.abort(reason)

  const writing = exportWriter(blobs).write('coco', source, context({ signal: abort.signal, report }))

  await expect(writing).rejects.toBe(reason)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('an export that is cancelled while its last bytes reach the disk leaves nothing', async () => {
  const abort = new AbortController()
  const reason = new Error('Cancelled')
  const slow: BlobStore = {
    ...blobs,
    async receive(...bytes) {
      const received = await blobs.receive(...bytes)
      abort.abort(reason)
      return received
    },
  }

  const writing = exportWriter(slow).write('coco', await stored(1), context({ signal: abort.signal }))

  await expect(writing).rejects.toBe(reason)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('an export whose image is gone names the image and leaves nothing', async () => {
  const source = await stored(3)
  await rm(folder, { recursive: true })
  blobs = await openBlobStore(folder)

  const writing = exportWriter(blobs).write('coco', source, context())

  await expect(writing).rejects.toMatchObject({ code: 'picture-unreadable', path: 'train/image-0.jpg' })
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('an export that does not fit on the disk throws what the disk said', async () => {
  const full = new Error('The disk is full')
  const disk: BlobStore = {
    ...blobs,
    async receive(source) {
      for await (const _ of source) throw full
      throw new Error('An archive has bytes')
    },
  }

  await expect(exportWriter(disk).write('coco', await stored(3), context())).rejects.toBe(full)
})

function context(changes: Partial<WriteContext> = {}): WriteContext {
  return { signal: new AbortController().signal, report: () => undefined, ...changes }
}

/** A version whose images are in the blob store. */
async function stored(count: number): Promise<ExportSource> {
  const images = []
  for (let i = 0; i < count; i += 1) {
    const received = await blobs.receive(some(Buffer.from(`image ${i}`)), 100)
    await received.keep()
    images.push(imageOf({ fileName: `image-${i}.jpg`, blob: received.hash, bytes: received.bytes }))
  }
  return sourceOf(versionOf({ counts: { train: count, valid: 0, test: 0 } }), images)
}

async function* some(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
