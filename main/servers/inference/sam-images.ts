import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ChosenModel } from '#core/models/inference/choice'
import type { ImageSource, NamedImage } from '#core/models/inference/operations'

/** Images whose ids are remembered; a model keeps fewer embeddings. */
const MOST_KNOWN = 500

/** Which images models keep embeddings of, so that an image that is sent with every click goes to the model once. */
export interface KnownImages {
  /** The key under which the id is remembered. */
  keyOf(chosen: ChosenModel, named: NamedImage): Promise<string>
  /** The id under which the model may keep it; undefined for one that was not seen. */
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

/** A name counts before the image, and an image without one goes by its bytes. */
async function keyOf({ model: { manifest } }: ChosenModel, { imageId, image }: NamedImage): Promise<string> {
  const name = imageId === undefined ? `bytes ${await digestOf(image)}` : `name ${imageId}`
  return `${manifest.id} ${manifest.addedAt} ${name}`
}

/** Bytes that are digested in a few milliseconds. */
const PART = 4 * 1024 * 1024

/** Others have their turn meanwhile: an image can be 75 MB. */
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
