import type { MaskPrompt } from '#core/models/inference/operations'

/** Masks that earlier prompts gave, by which a later one is helped on: the decoder takes the coarse mask it answered before. */
export interface LogitsCache {
  save(imageId: string, prompt: MaskPrompt, logits: Float32Array): void
  /**
   * The logits kept for a part of this prompt: the same box and some, not all, of its points. The newest with one point fewer, else the one
   * with most points; undefined when nothing is kept.
   */
  find(imageId: string, prompt: MaskPrompt): Float32Array | undefined
  forget(imageId: string): void
}

interface Entry {
  readonly imageId: string
  readonly prompt: MaskPrompt
  readonly logits: Float32Array
}

/** The least lately saved leaves beyond them; the inference server's own number. One takes 256 kB. */
const MOST_ENTRIES = 1000

export function logitsCache(most = MOST_ENTRIES): LogitsCache {
  // Newest first.
  let entries: readonly Entry[] = []
  return {
    save(imageId, prompt, logits) {
      if (isEmpty(prompt)) return
      const others = entries.filter((entry) => entry.imageId !== imageId || !isSame(entry.prompt, prompt))
      entries = [{ imageId, prompt, logits }, ...others].slice(0, most)
    },
    find(imageId, prompt) {
      const parts = entries.filter((entry) => entry.imageId === imageId && isPartOf(entry.prompt, prompt))
      const closest = parts.find((entry) => entry.prompt.points.length === prompt.points.length - 1)
      const [most] = parts.toSorted((one, other) => other.prompt.points.length - one.prompt.points.length)
      return (closest ?? most)?.logits
    },
    forget(imageId) {
      entries = entries.filter((entry) => entry.imageId !== imageId)
    },
  }
}

function isEmpty({ points, box }: MaskPrompt): boolean {
  return points.length === 0 && box === undefined
}

function isSame(one: MaskPrompt, other: MaskPrompt): boolean {
  return one.points.length === other.points.length && isWithin(one, other)
}

function isPartOf(part: MaskPrompt, whole: MaskPrompt): boolean {
  return part.points.length < whole.points.length && isWithin(part, whole)
}

/** The same box, and every point of the one among those of the other; equal points count as often as they come. */
function isWithin(part: MaskPrompt, whole: MaskPrompt): boolean {
  const rest = whole.points.map(keyOf)
  const isAmong = (point: string) => {
    const place = rest.indexOf(point)
    if (place >= 0) rest.splice(place, 1)
    return place >= 0
  }
  return boxKey(part) === boxKey(whole) && part.points.map(keyOf).every(isAmong)
}

function keyOf({ at, positive }: MaskPrompt['points'][number]): string {
  return `${at.x} ${at.y} ${positive}`
}

function boxKey({ box }: MaskPrompt): string {
  return box === undefined ? '' : `${box.x0} ${box.y0} ${box.x1} ${box.y1}`
}
