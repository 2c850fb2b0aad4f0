import { parentPort, workerData } from 'node:worker_threads'
import type { PublishedImage } from '#core/exchange/catalog/ports'
import { readAsked, type ThreadReply } from './border.ts'
import { toPublishedImage } from './manifest.ts'
import { ManifestError, readManifest } from './manifest-reader.ts'
import { toClasses, toShelf } from './shelf.ts'

/** The thread that reads one large manifest, and ends when it has told what was asked for. */

/** Images with about so many objects go over together. */
const BATCH_OBJECTS = 2000
const BATCH_IMAGES = 500

const { path, wanted } = readAsked(workerData)

try {
  const manifest = await readManifest(path)
  if (wanted.kind === 'shelf') {
    const { described, ...shelf } = toShelf(wanted.folder, wanted.stamp, manifest)
    // Many thousand small arrays take long to hand over.
    tell({ kind: 'shelf', shelf: { ...shelf, described: [] }, described: new Uint8Array(Buffer.concat(described)) })
  } else {
    tell({ kind: 'classes', classes: toClasses(manifest) })
    await tellImages(manifest.images.map(toPublishedImage))
  }
} catch (failure) {
  if (!(failure instanceof ManifestError)) throw failure
  tell({ kind: 'fault', fault: failure.fault })
}

/** A batch each time that one is asked for: a manifest as a whole would hold up whoever hears of it. */
async function tellImages(images: readonly PublishedImage[]): Promise<void> {
  for (const batch of batches(images)) {
    await isAskedFor()
    tell({ kind: 'images', images: batch })
  }
  await isAskedFor()
  tell({ kind: 'end' })
}

function isAskedFor(): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  parentPort?.once('message', resolve)
  return promise
}

function tell(reply: ThreadReply): void {
  parentPort?.postMessage(reply)
}

function* batches(images: readonly PublishedImage[]): Generator<readonly PublishedImage[]> {
  let batch: PublishedImage[] = []
  let objects = 0
  for (const image of images) {
    batch.push(image)
    objects += image.objects?.length ?? 0
    if (objects < BATCH_OBJECTS && batch.length < BATCH_IMAGES) continue
    yield batch
    batch = []
    objects = 0
  }
  if (batch.length > 0) yield batch
}
