import type { ImageId } from '#common/ids'
import type { Queue } from './editor-state.ts'

/** The image `by` places on; undefined at the ends. */
export function neighbour(ids: readonly ImageId[], image: ImageId | undefined, by: number): ImageId | undefined {
  const place = image === undefined ? -1 : placeOf(ids, image)
  return place === -1 ? ids[0] : ids[place + by]
}

/** A queue without images that left the project; the same object where none did, as it may have a hundred thousand images. */
export function without(read: Queue, gone: ReadonlySet<ImageId>): Queue {
  if (gone.size === 0) return read
  const { ids, unfinished } = read
  return { ids: ids.filter((id) => !gone.has(id)), unfinished, read: ids }
}

/**
 * Where one goes on from: the image itself, or the nearest one behind it that is left when it is no longer in the project; undefined when
 * there is none.
 */
export function startOf({ ids, read = ids }: Queue, image: ImageId | undefined, way: 1 | -1): ImageId | undefined {
  if (image === undefined || placeOf(ids, image) >= 0) return image
  let place = placeOf(read, image)
  if (place === -1) return image
  for (place -= way; place >= 0 && place < read.length; place -= way) {
    const id = read[place]
    if (id !== undefined && placeOf(ids, id) >= 0) return id
  }
  return undefined
}

interface Search {
  readonly way: 1 | -1
  readonly isUnfinished: (image: ImageId) => boolean
}

/** The next image in a direction that is not done, going round the end; undefined when all others are. */
export function nextUnfinished(
  ids: readonly ImageId[],
  image: ImageId | undefined,
  search: Search,
): ImageId | undefined {
  const place = image === undefined ? -1 : placeOf(ids, image)
  for (let step = 1; step < ids.length; step++) {
    const id = ids[(place + search.way * step + ids.length * step) % ids.length]
    if (id !== undefined && search.isUnfinished(id)) return id
  }
  return undefined
}

/** Images most likely to be opened next: one ahead, then one back, then one farther ahead. */
export function nearby(ids: readonly ImageId[], image: ImageId, way: 1 | -1): readonly ImageId[] {
  const place = placeOf(ids, image)
  if (place === -1) return []
  return [way, -way, 2 * way].flatMap((by) => ids[place + by] ?? [])
}

export function placeOf(ids: readonly ImageId[], image: ImageId): number {
  return indexOf(ids).get(image) ?? -1
}

const indexes = new WeakMap<readonly ImageId[], ReadonlyMap<ImageId, number>>()

/** A queue may have a hundred thousand images, and every flip asks. */
function indexOf(ids: readonly ImageId[]): ReadonlyMap<ImageId, number> {
  const last = indexes.get(ids)
  if (last) return last
  const index = new Map(ids.map((id, place) => [id, place]))
  indexes.set(ids, index)
  return index
}
