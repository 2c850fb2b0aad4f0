import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { BlobHash } from '#common/ids'
import { TAKEN_KINDS } from '#common/image-kinds'
import { ok, type Result } from '#common/result'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import type { ImageSource } from '#core/remote/ports'
import { makeFolder } from '#disk/make-folder'
import { type ImageFiles, imageFiles } from './images.ts'

/** An image's bytes on this disk. */
interface Fetched {
  readonly blob: BlobHash
  readonly path: string
  readonly format: string
}

export interface FetchedImages {
  /** Path and media type of an image in one of the sizes that screens ask for; fetched and made on first use. */
  sized(
    of: FetchedImage,
    size: 'thumb' | 'screen' | 'full',
  ): Promise<Result<{ readonly path: string; readonly type: string }, Refusal>>
  /** The file as it was sent, for what reads pixels; `hash` tells it from every other. */
  original(of: FetchedImage): Promise<Result<{ readonly hash: BlobHash; readonly path: string }, Refusal>>
}

export interface FetchedImage {
  readonly source: ImageSource
  /** Where the image lies, in one text: two machines may call two images alike. */
  readonly place: string
  readonly project: string
  readonly image: string
}

/** Images of other machines. All of it can be deleted at any time: what is shown again is fetched again. */
export function fetchedImages(folder: string): FetchedImages {
  const files = join(folder, 'files')
  const copies = imageFiles(folder, MAX_IMAGE_PIXELS)
  const fetching = new Map<string, Promise<Result<Fetched, Refusal>>>()

  async function fetched(of: FetchedImage, kind: 'original' | 'thumb'): Promise<Result<Fetched, Refusal>> {
    const name = `${of.place} ${of.image} ${kind}`
    const blob = brand<BlobHash>(createHash('sha256').update(name).digest('hex'))
    const known = await lookFor(files, blob)
    if (known) return ok(known)
    const running = fetching.get(blob) ?? fetchOne(of, kind, blob).finally(() => fetching.delete(blob))
    fetching.set(blob, running)
    return running
  }

  async function fetchOne(of: FetchedImage, kind: 'original' | 'thumb', blob: BlobHash) {
    const bytes = await of.source.open(of.project, of.image, kind)
    if (!bytes.ok) return bytes
    await makeFolder(files)
    const arriving = join(files, `${randomUUID()}.part`)
    try {
      await pipeline(bytes.value, createWriteStream(arriving))
      return await take(arriving, blob, copies)
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : ''
      return refuse('image-download-failed', { why })
    } finally {
      await rm(arriving, { force: true })
    }
  }

  /** Only what decodes as an image is kept, under the name of its kind. */
  async function take(arriving: string, blob: BlobHash, images: ImageFiles): Promise<Result<Fetched, Refusal>> {
    const probed = await images.probe(arriving, blob)
    if (!probed.ok) return refuse('downloaded-file-not-image')
    const { format } = probed.value
    const path = join(files, `${blob}.${format}`)
    await rename(arriving, path)
    return ok({ blob, path, format })
  }

  return {
    async sized(of, size) {
      const file = await fetched(of, size === 'thumb' ? 'thumb' : 'original')
      return file.ok ? ok(await copies.sized(file.value, size)) : file
    },
    async original(of) {
      const file = await fetched(of, 'original')
      return file.ok ? ok({ hash: file.value.blob, path: file.value.path }) : file
    },
  }
}

async function lookFor(files: string, blob: BlobHash): Promise<Fetched | undefined> {
  for (const format of TAKEN_KINDS) {
    const path = join(files, `${blob}.${format}`)
    // The time of the last use decides what goes first when there is too much.
    const isThere = await utimes(path, new Date(), new Date()).then(
      () => true,
      () => false,
    )
    if (isThere) return { blob, path, format }
  }
  return undefined
}

const MAX_CACHE_BYTES = 4 * 1024 ** 3

/** Deletes what was not shown for longest until the rest is small enough, with everything made from it. */
export async function trimFetched(folder: string, maxBytes = MAX_CACHE_BYTES): Promise<void> {
  const files = join(folder, 'files')
  const names = await readdir(files).catch(() => [])
  const known = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(files, name))
      return { name, size, mtimeMs }
    }),
  )
  let left = known.reduce((sum, { size }) => sum + size, 0)
  const kept = new Set(known.map(({ name }) => name.split('.')[0] ?? ''))
  for (const { name, size } of known.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (left <= maxBytes && !name.endsWith('.part')) continue
    await rm(join(files, name), { force: true })
    kept.delete(name.split('.')[0] ?? '')
    left -= size
  }
  await imageFiles(folder, MAX_IMAGE_PIXELS).sweep(kept)
}
