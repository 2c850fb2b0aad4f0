import { z } from 'zod'
import { ok } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture } from '#core/management/ports'
import { CocoAnnotation, CocoCategory, CocoKey, readCocoObject } from '../../../labels/json/coco-objects.ts'
import { readShape } from '../../../labels/kit/json.ts'
import { type ReadObjects, shorten } from '../../../labels/kit/reading.ts'
import { wholeNumberPool } from './number-pool.ts'
import { objectPool } from './object-pool.ts'

type Key = z.infer<typeof CocoKey>

const Image = z.object({ id: CocoKey, file_name: z.string().nullish(), coco_url: z.string().nullish() })

/** What a COCO file says, taken in entry by entry in any order of its lists. Every `take` answers what is wrong with the entry. */
export interface CocoContents {
  takeImage(value: unknown): string | undefined
  takeCategory(value: unknown): string | undefined
  /** The place counts from 0 in the list. */
  takeAnnotation(value: unknown, place: number): string | undefined
  /** What is wrong with the file as a whole, once all of it is there. */
  faults(): readonly string[]
  /** The pictures in the order of the file, once all of it is there. */
  pictures(): Iterable<CocoPicture>
}

export interface CocoPicture {
  readonly name: string
  /** What is wrong with annotations that only their categories tell. */
  readonly faults: readonly string[]
  objects(picture: AnnotatedPicture): ReadObjects
}

/** An annotation that more than itself is needed to read: its category's points, or the size of its picture. */
interface OddAnnotation {
  readonly annotation: CocoAnnotation
  readonly place: string
}

interface State {
  /** Numbers of the file, each with our own, from 0. */
  readonly pictureNumbers: Map<Key, number>
  readonly categoryNumbers: Map<Key, number>
  readonly names: Map<number, string>
  readonly categories: Map<number, CocoCategory>
  /** Of each annotation, the picture and the category. */
  readonly pictureOf: ReturnType<typeof wholeNumberPool>
  readonly categoryOf: ReturnType<typeof wholeNumberPool>
  readonly objects: ReturnType<typeof objectPool>
  readonly odd: Map<number, OddAnnotation>
  crowds: number
}

export function cocoContents(): CocoContents {
  const state: State = {
    ...{ pictureNumbers: new Map(), categoryNumbers: new Map(), names: new Map(), categories: new Map() },
    ...{
      pictureOf: wholeNumberPool(),
      categoryOf: wholeNumberPool(),
      objects: objectPool(),
      odd: new Map(),
      crowds: 0,
    },
  }
  return {
    takeImage: (value) => takeImage(state, value),
    takeCategory: (value) => takeCategory(state, value),
    takeAnnotation: (value, place) => takeAnnotation(state, value, place),
    faults: () => [...strangers(state), ...namelessCategories(state), ...crowds(state)],
    pictures: () => pictures(state),
  }
}

function takeImage({ pictureNumbers, names }: State, value: unknown): string | undefined {
  const image = readShape(Image, value)
  if (!image.ok) return image.error.message
  const { id, file_name, coco_url } = image.value
  const name = file_name ?? coco_url?.split('/').at(-1)
  if (!name) return 'it has no file_name'
  const number = numberOf(pictureNumbers, id)
  const earlier = names.get(number)
  if (earlier !== undefined && earlier !== name) return `it has the id ${id}, as "${shorten(earlier)}" before it`
  names.set(number, name)
  return undefined
}

function takeCategory({ categoryNumbers, categories }: State, value: unknown): string | undefined {
  const category = readShape(CocoCategory, value)
  if (!category.ok) return category.error.message
  const { id, name } = category.value
  const number = numberOf(categoryNumbers, id)
  const earlier = categories.get(number)
  if (earlier && earlier.name !== name) return `it has the id ${id}, as "${shorten(earlier.name)}" before it`
  categories.set(number, category.value)
  return undefined
}

/** The type that reads the most of what an annotation says without its category and its picture. */
const ALONE = { type: 'instance-segmentation', frame: { width: 0, height: 0 } } as const
const NAMELESS: CocoCategory = { id: 0, name: '' }

function takeAnnotation(state: State, value: unknown, index: number): string | undefined {
  const annotation = isPlain(value) ? value : readShape(CocoAnnotation, value)
  if ('ok' in annotation) return annotation.ok ? keep(state, annotation.value, index) : annotation.error.message
  return keep(state, annotation, index)
}

function keep(state: State, annotation: CocoAnnotation, index: number): string | undefined {
  if (annotation.iscrowd === 1 || annotation.iscrowd === true) {
    state.crowds += 1
    return undefined
  }
  const isOdd = annotation.keypoints || isMask(annotation.segmentation)
  const object = isOdd ? undefined : readCocoObject({ annotation, category: NAMELESS, place: 'it' }, ALONE)
  if (object && !object.ok) return object.error.message
  if (isOdd) state.odd.set(state.objects.length, { annotation, place: `annotation ${index + 1}` })
  state.objects.push(object?.value)
  state.pictureOf.push(numberOf(state.pictureNumbers, annotation.image_id))
  state.categoryOf.push(numberOf(state.categoryNumbers, annotation.category_id))
  return undefined
}

function isMask(segmentation: unknown): boolean {
  return typeof segmentation === 'object' && segmentation !== null && !Array.isArray(segmentation)
}

/** What nearly all annotations are; a schema would take longer than parsing them does. */
function isPlain(value: unknown): value is CocoAnnotation {
  if (typeof value !== 'object' || value === null || 'score' in value || 'keypoints' in value) return false
  if (!('image_id' in value && 'category_id' in value && 'bbox' in value)) return false
  return isKey(value.image_id) && isKey(value.category_id) && isNumbers(value.bbox)
}

function isKey(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string'
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every(Number.isFinite)
}

/** Our own number for one of the file; texts of digits are the numbers that they spell. */
function numberOf(numbers: Map<Key, number>, id: Key): number {
  const key = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

function strangers({ pictureNumbers, pictureOf, names }: State): readonly string[] {
  const counts = countsOf(pictureOf, pictureNumbers.size)
  const ids = [...pictureNumbers].filter(([, number]) => !names.has(number) && (counts[number] ?? 0) > 0)
  const count = ids.reduce((sum, [, number]) => sum + (counts[number] ?? 0), 0)
  if (count === 0) return []
  return [`${leftOut(count)} of pictures that the file does not list, the first of image_id ${ids[0]?.[0]}.`]
}

function namelessCategories({ categoryNumbers, categoryOf, categories }: State): readonly string[] {
  const counts = countsOf(categoryOf, categoryNumbers.size)
  return [...categoryNumbers]
    .filter(([, number]) => !categories.has(number) && (counts[number] ?? 0) > 0)
    .map(([id, number]) => `${leftOut(counts[number] ?? 0)} of the category ${id}, which the file does not name.`)
}

function crowds(state: State): readonly string[] {
  if (state.crowds === 0) return []
  return [`${leftOut(state.crowds)} of crowds, not of single objects (iscrowd 1).`]
}

function leftOut(count: number): string {
  return count === 1 ? 'Left out is one annotation' : `Left out are ${count} annotations`
}

function* pictures(state: State): Generator<CocoPicture> {
  const own = byPicture(state)
  for (const [number, name] of state.names) {
    const annotations = own(number)
    const refused = refusedPoints(state, annotations)
    const kept = refused.size === 0 ? annotations : annotations.filter((index) => !refused.has(index))
    yield { name, faults: [...refused.values()], objects: (picture) => objectsOf(state, kept, picture) }
  }
}

/** The annotations of each picture, in the order of the file. */
function byPicture({ pictureOf, pictureNumbers }: State): (number: number) => Int32Array {
  const counts = countsOf(pictureOf, pictureNumbers.size)
  const ends = new Int32Array(pictureNumbers.size)
  let end = 0
  for (const [number, count] of counts.entries()) {
    ends[number] = end
    end += count
  }
  const sorted = new Int32Array(pictureOf.length)
  for (let index = 0; index < pictureOf.length; index += 1) {
    const number = pictureOf.at(index)
    const place = ends[number] ?? 0
    sorted[place] = index
    ends[number] = place + 1
  }
  return (number) => sorted.subarray((ends[number] ?? 0) - (counts[number] ?? 0), ends[number] ?? 0)
}

function countsOf(numbers: State['pictureOf'], size: number): Int32Array {
  const counts = new Int32Array(size)
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers.at(index)
    counts[number] = (counts[number] ?? 0) + 1
  }
  return counts
}

/** Why annotations do not fit the points of their categories. */
function refusedPoints(state: State, annotations: Int32Array): ReadonlyMap<number, string> {
  const refused = new Map<number, string>()
  if (state.odd.size === 0) return refused
  for (const index of annotations) {
    const odd = state.odd.get(index)
    const category = state.categories.get(state.categoryOf.at(index))
    if (!odd || !category || isMask(odd.annotation.segmentation)) continue
    const object = readCocoObject({ ...odd, category }, { ...ALONE, type: 'keypoint-detection' })
    if (!object.ok) refused.set(index, `Left out: ${object.error.message}.`)
  }
  return refused
}

function objectsOf(state: State, annotations: Int32Array, picture: AnnotatedPicture): ReadObjects {
  const objects: ReadAnnotation[] = []
  for (const index of annotations) {
    const category = state.categories.get(state.categoryOf.at(index))
    if (!category) continue
    const odd = state.odd.get(index)
    const object = odd ? readCocoObject({ ...odd, category }, picture) : ok(state.objects.at(index, category.name))
    if (!object.ok) return object
    if (object.value) objects.push(object.value)
  }
  return ok(objects)
}
