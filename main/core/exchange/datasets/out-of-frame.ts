import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { shorten } from '#common/text'
import {
  annotationBounds,
  type PlacedAnnotation,
  type ReadAnnotation,
} from '../../annotation/annotations/read-annotation.ts'

interface OutOfFrame {
  readonly outside: readonly PlacedAnnotation[]
  /** Inside the image, but without area. */
  readonly flat: readonly PlacedAnnotation[]
}

/** Why objects have nothing in the image. */
export function outOfFrame(lost: readonly ReadAnnotation[], frame: Size): OutOfFrame {
  const placed = lost.filter((object) => object.kind !== 'whole' && object.kind !== 'text')
  const { outside = [], flat = [] } = Object.groupBy(placed, (object) =>
    isOutside(object, frame) ? 'outside' : 'flat',
  )
  return { outside, flat }
}

function isOutside(object: PlacedAnnotation, { width, height }: Size): boolean {
  const { x0, y0, x1, y1 } = annotationBounds(object)
  return isApart([x0, x1], width) || isApart([y0, y1], height)
}

/** Objects that only touch the border from outside count as outside. */
function isApart([low, high]: readonly [number, number], side: number): boolean {
  return high < 0 || low > side || (low < high && (high === 0 || low === side))
}

/** Which objects an image lost beside others that it keeps, behind its name. */
export function lostObjects(image: string, { outside, flat }: OutOfFrame): readonly Message[] {
  const found = [...told(outside, 'objects-outside-skipped'), ...told(flat, 'objects-flat-skipped')]
  return found.map((reason) => message('image-says-sentence', { image }, reason))
}

function told(
  objects: readonly PlacedAnnotation[],
  code: 'objects-outside-skipped' | 'objects-flat-skipped',
): readonly Message[] {
  return objects.length === 0 ? [] : [message(code, { count: objects.length, names: namesOf(objects) })]
}

/** Most class names in one message. */
const MOST_NAMED = 3

function namesOf(objects: readonly PlacedAnnotation[]): readonly string[] {
  const names = [...new Set(objects.map(({ className }) => shorten(className)))]
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])]
}

/** Why an image gets none of its objects, of which nothing lies in it. */
export function allLost({ outside, flat }: OutOfFrame, { width, height }: Size): Message {
  if (outside.length === 0) return message('all-objects-flat')
  return message(flat.length > 0 ? 'all-objects-outside-or-flat' : 'all-objects-outside', { width, height })
}
