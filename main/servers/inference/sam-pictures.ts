import { createHash } from 'node:crypto'
import type { ChosenModel } from '#core/inference/choice'
import type { NamedPicture, PictureSource } from '#core/inference/operations'

/** Pictures whose ids are remembered; a model keeps fewer embeddings. */
const MOST_KNOWN = 500

/** Which pictures models keep embeddings of, so that a picture that is sent with every click goes to the model once. */
export interface KnownPictures {
  /** The id under which the model may keep it; undefined for one that was not seen. */
  find(chosen: ChosenModel, named: NamedPicture): string | undefined
  remember(chosen: ChosenModel, named: NamedPicture, imageId: string): void
}

export function knownPictures(): KnownPictures {
  const ids = new Map<string, string>()
  return {
    find: (chosen, named) => ids.get(keyOf(chosen, named)),
    remember(chosen, named, imageId) {
      const key = keyOf(chosen, named)
      ids.delete(key)
      ids.set(key, imageId)
      const [oldest] = ids.keys()
      if (ids.size > MOST_KNOWN && oldest !== undefined) ids.delete(oldest)
    },
  }
}

/** A name counts before the picture, and a picture without one goes by its bytes. */
function keyOf({ model: { manifest } }: ChosenModel, { imageId, picture }: NamedPicture): string {
  const name = imageId === undefined ? `bytes ${digestOf(picture)}` : `name ${imageId}`
  return `${manifest.id} ${manifest.addedAt} ${name}`
}

function digestOf(picture: PictureSource | undefined): string {
  if (picture === undefined || picture.kind === 'file') return ''
  return createHash('sha1').update(picture.kind).update(picture.bytes).digest('hex')
}
