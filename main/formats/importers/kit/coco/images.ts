import { TEXT_CLASS } from '#common/annotation/shape'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { readCocoObject } from '../../../labels/json/coco-objects.ts'
import type { ReadObjects } from '../../../labels/kit/reading.ts'
import { ALONE, isMask } from './entries.ts'
import { annotationsOf, categoryAt, type ListedImage, type Taken } from './taken.ts'

export interface CocoImage {
  readonly name: string
  readonly size?: Size
  /** Faults of annotations that only their categories reveal. */
  readonly faults: readonly Message[]
  /** Whether the file has no annotation of it. */
  readonly isEmpty: boolean
  /** Whether something that is said of it is left out. */
  readonly isPartial: boolean
  objects(image: AnnotatedImage): ReadObjects
}

/** The images in the order of the file, once all of it is there. */
export function* images(taken: Taken): Generator<CocoImage> {
  for (const listed of taken.named) {
    const refused = refusedPoints(taken, listed)
    yield {
      name: listed.name ?? '',
      ...(listed.size && { size: listed.size }),
      faults: [...refused.values()],
      isEmpty: listed.count === 0,
      isPartial: listed.leftOut > 0 || refused.size > 0 || isOfNameless(taken, listed),
      objects: (image) => objectsOf(taken, { listed, refused }, image),
    }
  }
}

/** Whether an annotation has a category that the file does not name. */
function isOfNameless(taken: Taken, listed: ListedImage): boolean {
  return listed.count > 0 && annotationsOf(taken, listed).some((address) => !categoryAt(taken, address))
}

const NONE: ReadonlyMap<number, Message> = new Map()

/** Why annotations do not fit the points of their categories. */
function refusedPoints(taken: Taken, listed: ListedImage): ReadonlyMap<number, Message> {
  if (taken.odd.size === 0) return NONE
  const refused = new Map<number, Message>()
  for (const address of annotationsOf(taken, listed)) {
    const odd = taken.odd.get(address)
    const category = categoryAt(taken, address)
    if (!odd || !category || isMask(odd.annotation.segmentation)) continue
    const object = readCocoObject({ ...odd, category }, { ...ALONE, type: 'keypoint-detection' })
    if (!object.ok) refused.set(address, message('skipped', {}, object.error))
  }
  return refused
}

interface OwnAnnotations {
  readonly listed: ListedImage
  readonly refused: ReadonlyMap<number, Message>
}

function objectsOf(taken: Taken, { listed, refused }: OwnAnnotations, image: AnnotatedImage): ReadObjects {
  if (image.type === 'text-image-pairs' && listed.captions) return ok(listed.captions.map(toText))
  const objects: ReadAnnotation[] = []
  for (const address of annotationsOf(taken, listed)) {
    const category = categoryAt(taken, address)
    if (!category || refused.has(address)) continue
    const odd = taken.odd.get(address)
    const object = odd ? readCocoObject({ ...odd, category }, image) : ok(taken.pool.object(address, category.name))
    if (!object.ok) return object
    const said = taken.said.of(address)
    if (object.value) objects.push(said ? { ...object.value, said } : object.value)
  }
  return ok(objects)
}

function toText(answer: string): ReadAnnotation {
  return { className: TEXT_CLASS, kind: 'text', prompt: '', answer }
}
