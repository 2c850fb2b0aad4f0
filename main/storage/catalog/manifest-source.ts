import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { message } from '#common/messages/message'
import { DESCRIPTOR_BYTES } from '#core/dataset/search/descriptor'
import type { PublishedContents, PublishedImage } from '#core/exchange/catalog/ports'
import { readReply, type ThreadAsked, type ThreadReply } from './border.ts'
import { MANIFEST_NAME, toPublishedImage } from './manifest.ts'
import { ManifestError, readManifest } from './manifest-reader.ts'
import { type Shelf, toClasses, toShelf } from './shelf.ts'

/** A shorter manifest is read at once, in a few milliseconds. */
export const LARGE_MANIFEST = 64 * 1024

/** Of the heap of the thread; the largest manifest that is read takes about half of it. */
const MEMORY_MIB = 2048

/** The entry lies beside this file, as its source or beside the bundle. */
const URL_OF_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './manifest-thread.ts' : './manifest-thread.mjs',
  import.meta.url,
)

type Contents = Pick<PublishedContents, 'classes' | 'images'>

/** Reads the parts of a published project that are kept in memory. Throws `ManifestError`. */
export async function readShelf(folder: string, stamp: string): Promise<Shelf> {
  const path = join(folder, MANIFEST_NAME)
  if (!(await isLarge(path))) return toShelf(folder, stamp, await readManifest(path))
  let told: Shelf | undefined
  await inThread({ path, wanted: { kind: 'shelf', folder, stamp } }, (reply) => {
    if (reply.kind === 'shelf') told = { ...reply.shelf, described: parts(reply.described) }
  })
  if (told === undefined) throw new Error('The thread of manifests told of no project')
  return told
}

/** All of a published project. Throws `ManifestError`. */
export async function readContents(folder: string): Promise<Contents> {
  const path = join(folder, MANIFEST_NAME)
  if (!(await isLarge(path))) {
    const manifest = await readManifest(path)
    return { classes: toClasses(manifest), images: manifest.images.map(toPublishedImage) }
  }
  let classes: Contents['classes'] = []
  const images: PublishedImage[] = []
  await inThread({ path, wanted: { kind: 'contents' } }, (reply) => {
    if (reply.kind === 'classes') classes = reply.classes
    if (reply.kind === 'images') images.push(...reply.images)
  })
  return { classes, images }
}

/** A manifest that is not there is for the reader to report. */
async function isLarge(path: string): Promise<boolean> {
  return ((await stat(path).catch(() => undefined))?.size ?? 0) >= LARGE_MANIFEST
}

/** Reads a manifest in a thread of its own, and hears of its parts one by one. */
async function inThread(asked: ThreadAsked, hear: (reply: ThreadReply) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const worker = new Worker(URL_OF_THREAD, {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
  })
  worker.on('message', (message: unknown) => {
    const reply = readReply(message)
    if (reply.kind === 'fault') return reject(new ManifestError(reply.fault))
    hear(reply)
    if (reply.kind === 'shelf' || reply.kind === 'end') return resolve()
    // Others have their turn between the parts.
    setImmediate(() => worker.postMessage('next'))
  })
  worker.on('error', (failure) => {
    reject(
      isOutOfMemory(failure)
        ? new ManifestError(message('manifest-takes-too-much-memory', { path: asked.path }))
        : failure,
    )
  })
  worker.on('exit', () => reject(new Error('The thread of manifests ended before it answered')))
  try {
    await promise
  } finally {
    await worker.terminate()
  }
}

function isOutOfMemory(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function parts(described: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: described.length / DESCRIPTOR_BYTES }, (_, nth) =>
    described.subarray(nth * DESCRIPTOR_BYTES, (nth + 1) * DESCRIPTOR_BYTES),
  )
}
