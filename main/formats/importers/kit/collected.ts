import { type Refusal, refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DescribedImage } from '#core/exchange/datasets/ports'

/** The annotations of an image from one place of a file. */
export interface SaidOfImage {
  readonly name: string
  readonly size?: Size | undefined
  readonly split?: Split | undefined
  /** Something of it could not be read. */
  readonly isPartial?: boolean
  readonly objects: readonly ReadAnnotation[]
}

interface Collected {
  readonly line: number
  readonly size: Size | undefined
  readonly split: Split | undefined
  isPartial: boolean
  readonly objects: ReadAnnotation[]
}

interface CollectedFile {
  readonly path: string
  /** Whether the boxes are in shares of the image's sides, not in pixels. */
  isInShares?(): boolean
  /** The split that the file as a whole states. */
  readonly split?: Split | undefined
}

/** Gathers what a file says of each image in several places. */
export function collectedImages({ path, isInShares = () => false, split }: CollectedFile) {
  const images = new Map<string, Collected>()
  return {
    /** Answers why it cannot be kept. */
    add(said: Result<SaidOfImage | undefined, Refusal>, line: number): Refusal | undefined {
      if (!said.ok) return said.error
      if (said.value === undefined) return undefined
      const { name, objects, isPartial = false } = said.value
      if (name === '') return refusal('image-name-missing')
      const known = images.get(name) ?? {
        line,
        size: said.value.size,
        split: said.value.split ?? split,
        isPartial,
        objects: [],
      }
      known.isPartial ||= isPartial
      for (const object of objects) known.objects.push(object)
      images.set(name, known)
      return undefined
    },
    *all(): Generator<DescribedImage> {
      for (const [name, { line, size, split: own, isPartial, objects }] of images) {
        yield {
          name,
          source: { path, line },
          ...(size && { size }),
          ...(own && { split: own }),
          isPartial,
          objects: ({ frame }) => ok(isInShares() ? objects.map((object) => inPixels(object, frame)) : objects),
        }
      }
    },
  }
}

/** The only objects that files tell in shares of the sides and in many places are boxes. */
function inPixels(object: ReadAnnotation, { width, height }: Size): ReadAnnotation {
  if (object.kind !== 'box') return object
  const { x0, y0, x1, y1 } = object.box
  return { ...object, box: { x0: x0 * width, y0: y0 * height, x1: x1 * width, y1: y1 * height } }
}
