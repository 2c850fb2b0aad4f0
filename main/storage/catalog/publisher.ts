import { access, chmod, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '#common/messages/message'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { PublishedImage } from '#core/exchange/catalog/ports'
import type { CatalogPublisher, PublishedDraft, PublishedHead } from '#core/exchange/catalog/publish-ports'
import { Refused } from '#core/tasks/ports'
import { makeFolder } from '#disk/make-folder'
import { copyFlushed, syncFolder } from '../blobs/durable-files.ts'
import { asDiskFull } from '../kit/disk-full.ts'
import { MANIFEST_NAME } from './manifest.ts'
import { MAX_MANIFEST_BYTES } from './manifest-reader.ts'

/** Writes projects into catalog folders: under a hidden name, which they change when all of them is on the disk. */
export function catalogPublisher(folders: readonly string[]): CatalogPublisher {
  const draftFolder = (folder: string, key: string) => join(folder, `.publishing-${key}`)

  return {
    folders,
    async begin(folder, key) {
      const path = draftFolder(folder, key)
      try {
        await makeFolder(join(path, 'images'))
        await openLike(folder, path)
        await openLike(folder, join(path, 'images'))
      } catch (failure) {
        const reason = failure instanceof Error ? failure.message : String(failure)
        throw new Refused(message('catalog-folder-not-writable', { folder, reason }))
      }
      return draftIn(folder, path)
    },
    discard: (folder, key) => rm(draftFolder(folder, key), { recursive: true, force: true }),
  }
}

function draftIn(folder: string, path: string): PublishedDraft {
  const images = new Map<string, object>()
  return {
    async add(image, { path: from, looks }) {
      const to = join(path, image.file)
      await copyFlushed(from, to).catch((failure: unknown) => {
        throw asDiskFull(failure)
      })
      await openLike(folder, to)
      images.set(image.file, { ...toManifestImage(image), ...(looks?.length && { descriptor: toBase64(looks) }) })
    },
    async finish(head, wanted) {
      await syncFolder(join(path, 'images'))
      await writeManifest(join(path, MANIFEST_NAME), manifestParts(head, images.values()))
      await openLike(folder, join(path, MANIFEST_NAME))
      await syncFolder(path)
      const lasting = await giveFreeName(path, folder, wanted)
      await syncFolder(folder)
      return lasting
    },
  }
}

/** A catalog folder may be there for others, unlike the library: whoever may read the folder may read what is published in it. */
async function openLike(folder: string, path: string): Promise<void> {
  const [shared, own] = await Promise.all([stat(folder), stat(path)])
  const rights = shared.mode & (own.isDirectory() ? 0o777 : 0o666)
  // A disk without rights (FAT) refuses, and needs none.
  await chmod(path, rights | 0o600).catch(() => undefined)
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function toManifestImage({ objects, ...image }: PublishedImage): object {
  return { ...image, ...(objects && { annotations: objects.map(toAnnotation) }) }
}

function toAnnotation(object: ReadAnnotation): object {
  const { said, own, group = own?.group } = object
  return { ...toPlace(object), ...(said && { attributes: said }), ...(group !== undefined && { group }) }
}

function toPlace(object: ReadAnnotation): object {
  switch (object.kind) {
    case 'box': {
      const { x0, y0, x1, y1 } = object.box
      return { class: object.className, box: [x0, y0, x1, y1] }
    }
    case 'polygon':
      return { class: object.className, polygon: object.rings.map(toPoints) }
    case 'rotated-box': {
      const { center, width, height, angle } = object.box
      return { class: object.className, rotatedBox: [center.x, center.y, width, height, angle] }
    }
    case 'polyline':
      return { class: object.className, line: toPoints(object.points) }
    case 'point':
      return { class: object.className, point: [object.at.x, object.at.y] }
    case 'mask':
      return { class: object.className, mask: object.tiles }
    case 'keypoints': {
      const { x0, y0, x1, y1 } = object.box
      const keypoints = object.points.map(({ x, y, visibility }) => [x, y, visibility])
      return { class: object.className, box: [x0, y0, x1, y1], keypoints }
    }
    case 'whole':
      return { class: object.className, whole: true }
    case 'text':
      return { class: object.className, prompt: object.prompt, answer: object.answer }
  }
}

function toPoints(ring: readonly number[]): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [ring[at * 2] ?? 0, ring[at * 2 + 1] ?? 0])
}

/** A manifest as JSON, image by image: one of a hundred thousand at once would hold up everybody. */
function* manifestParts(head: PublishedHead, images: Iterable<object>): Generator<string> {
  yield `${JSON.stringify({ kind: 'tessera-catalog', version: 1, ...head }).slice(0, -1)},"images":[`
  let separator = ''
  for (const image of images) {
    yield separator + JSON.stringify(image)
    separator = ','
  }
  yield ']}'
}

/** Parts that are written at once. */
const WRITTEN_TOGETHER = 256 * 1024

async function writeManifest(path: string, parts: Iterable<string>): Promise<void> {
  const file = await open(path, 'w')
  let [text, bytes] = ['', 0]
  const write = async () => {
    await file.appendFile(text)
    bytes += Buffer.byteLength(text)
    if (bytes > MAX_MANIFEST_BYTES) throw new Refused(message('catalog-manifest-too-large'))
    text = ''
  }
  try {
    for (const part of parts) {
      text += part
      if (text.length >= WRITTEN_TOGETHER) await write()
    }
    await write()
    await file.sync()
  } catch (failure) {
    throw asDiskFull(failure)
  } finally {
    await file.close()
  }
}

/** Names a folder `cups`, or the first of `cups-2`, `cups-3` … that is not there. */
async function giveFreeName(path: string, folder: string, wanted: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const lasting = join(folder, n === 1 ? wanted : `${wanted}-${n}`)
    if (await isThere(lasting)) continue
    try {
      await rename(path, lasting)
      return lasting
    } catch (failure) {
      // No system renames a folder over one with files: whoever was quicker has the name.
      if (!(await isThere(lasting))) throw asDiskFull(failure)
    }
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
