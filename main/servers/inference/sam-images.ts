import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ChosenModel } from '#core/models/inference/choice'
import type { ImageSource, NamedImage } from '#core/models/inference/operations'

/** Number of remembered ids; a model keeps fewer embeddings. */
const MOST_KNOWN = 500

/** Remembers which images models have embedded, so that an image sent with every click reaches the model only once. */
export interface KnownImages {
  /** Returns the key under which the id is remembered. */
  keyOf(chosen: ChosenModel, named: NamedImage): Promise<string>
  /** Returns the id under which the model may have the image; undefined for a new one. */
  find(key: string): string | undefined
  remember(key: string, imageId: string): void
}

export function knownImages(): KnownImages {
  const ids = new Map<string, string>()
  return {
    keyOf,
    find: (key) => ids.get(key),
    remember(key, imageId) {
      ids.delete(key)
      ids.set(key, imageId)
      const [oldest] = ids.keys()
      if (ids.size > MOST_KNOWN && oldest !== undefined) ids.delete(oldest)
    },
  }
}

/** A name takes precedence over the image; without a name, the bytes identify it. */
async function keyOf({ model: { manifest } }: ChosenModel, { imageId, image }: NamedImage): Promise<string> {
  const name = imageId === undefined ? `bytes ${await digestOf(image)}` : `name ${imageId}`
  return `${manifest.id} ${manifest.addedAt} ${name}`
}

/** Bytes that are hashed in a few milliseconds. */
const PART = 4 * 1024 * 1024

/** Yields to other work between parts, because an image can be 75 MB. */
async function digestOf(image: ImageSource | undefined): Promise<string> {
  if (image === undefined || image.kind === 'file') return ''
  const { kind, bytes } = image
  const hash = createHash('sha1').update(kind)
  for (let at = 0; at < bytes.length; at += PART) {
    if (at > 0) await setImmediate()
    hash.update(bytes.subarray(at, at + PART))
  }
  return hash.digest('hex')
}
