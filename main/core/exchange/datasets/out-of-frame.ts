import type { Size } from '#common/geometry/space'
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
export function lostSentences(name: string, { outside, flat }: OutOfFrame): readonly string[] {
  const found = [...told(outside, outsideSentence), ...told(flat, flatSentence)]
  return found.map((reason) => `${name}: ${reason}.`)
}

type Sentence = (count: number, names: string) => string

function told(objects: readonly PlacedAnnotation[], sentence: Sentence): readonly string[] {
  return objects.length === 0 ? [] : [sentence(objects.length, namesOf(objects))]
}

function outsideSentence(count: number, names: string): string {
  if (count === 1) return `1 object skipped: outside the image (${names})`
  return `${count} objects skipped: outside the image (${names})`
}

function flatSentence(count: number, names: string): string {
  if (count === 1) return `1 object skipped: no area (${names})`
  return `${count} objects skipped: no area (${names})`
}

/** Most class names in one message. */
const MOST_NAMED = 3

function namesOf(objects: readonly PlacedAnnotation[]): string {
  const names = [...new Set(objects.map(({ className }) => shorten(className)))]
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ')
}

/** Why an image gets none of its objects, of which nothing lies in it. */
export function allLost({ outside, flat }: OutOfFrame, { width, height }: Size): string {
  if (outside.length === 0) return 'none of the objects has an area'
  if (flat.length > 0) return `all objects are outside the image (${width} × ${height} pixels) or have no area`
  return `all objects are outside the image (${width} × ${height} pixels)`
}
