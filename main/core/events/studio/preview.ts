import type { StoredEvent } from '#common/events/stored-event'

/** Of one text. */
const LONGEST_TEXT = 4096

/**
 * A stored event of `from` characters with about `to` of them: of long lists the first entries, of long texts their beginnings, and
 * `shortened_from` with its length. Its names, moments and files are always whole.
 */
export function previewOf(event: StoredEvent, { from, to }: { readonly from: number; readonly to: number }) {
  const room = { left: to }
  const entries = event.images.map(({ label, metadata, ...image }) => ({
    ...image,
    label,
    object_detections: part(image.object_detections, room),
    classifications: part(image.classifications, room),
    instance_segmentations: part(image.instance_segmentations, room),
    keypoints: part(image.keypoints, room),
    metadata: metadata && partOf(metadata, room),
  }))
  return {
    ...event,
    event_data: partOf(event.event_data, room),
    custom_metadata: event.custom_metadata && partOf(event.custom_metadata, room),
    images: entries,
    shortened_from: from,
  }
}

interface Room {
  left: number
}

/** The first entries of a list that fit whole. */
function part<Each>(list: readonly Each[], room: Room): Each[] {
  const kept: Each[] = []
  for (const each of list) {
    const length = lengthWithin(each, room.left)
    if (length === undefined) break
    room.left -= length
    kept.push(each)
  }
  return kept
}

/** The members of an object that fit: whole, or a text's beginning. */
function partOf(object: Readonly<Record<string, unknown>>, room: Room): Record<string, unknown> {
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(object)) {
    const told = typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
    const length = lengthWithin([name, told], room.left)
    if (length === undefined) continue
    room.left -= length
    kept.push([name, told])
  }
  return Object.fromEntries(kept)
}

/** About the length of a value as JSON; undefined where it is longer than `most`. What is too long is not walked through. */
function lengthWithin(value: unknown, most: number): number | undefined {
  let length = 0
  const open: unknown[] = [value]
  while (open.length > 0 && length <= most) {
    const each = open.pop()
    length += typeof each === 'string' ? each.length + 2 : 8
    if (typeof each !== 'object' || each === null) continue
    for (const name in each) {
      length += Array.isArray(each) ? 1 : name.length + 3
      if (length > most) return undefined
      open.push(Reflect.get(each, name))
    }
  }
  return length <= most ? length : undefined
}
