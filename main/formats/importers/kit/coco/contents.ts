import { z } from 'zod'
import { ok } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture } from '#core/management/ports'
import { CocoAnnotation, CocoCategory, CocoKey, readCocoObject } from '../../../labels/json/coco-objects.ts'
import { readShape } from '../../../labels/kit/json.ts'
import { type ReadObjects, shorten } from '../../../labels/kit/reading.ts'
import { type AnnotationPool, annotationPool } from './annotation-pool.ts'

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
  /** By our number of a picture: where its first annotation lies, where its last, and how many it has. */
  readonly first: number[]
  readonly last: number[]
  readonly counts: number[]
  /** By our number of a category, how many annotations have it. */
  readonly categoryCounts: number[]
  readonly pool: AnnotationPool
  /** By where they lie. */
  readonly odd: Map<number, OddAnnotation>
  crowds: number
}

export function cocoContents(): CocoContents {
  const state: State = {
    ...{ pictureNumbers: new Map(), categoryNumbers: new Map(), names: new Map(), categories: new Map() },
    ...{ first: [], last: [], counts: [], categoryCounts: [], pool: annotationPool() },
    ...{ odd: new Map(), crowds: 0 },
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
  const category = numberOf(state.categoryNumbers, annotation.category_id)
  state.categoryCounts[category] = (state.categoryCounts[category] ?? 0) + 1
  const address = state.pool.push(object?.value, category)
  if (isOdd) state.odd.set(address, { annotation, place: `annotation ${index + 1}` })
  chain(state, numberOf(state.pictureNumbers, annotation.image_id), address)
  return undefined
}

/** Puts the newest annotation behind the others of its picture. */
function chain({ first, last, counts, pool }: State, picture: number, address: number): void {
  const count = counts[picture] ?? 0
  if (count === 0) first[picture] = address
  else pool.link(last[picture] ?? 0, address)
  last[picture] = address
  counts[picture] = count + 1
}

/** The annotations of a picture, in the order of the file. */
function annotationsOf({ first, counts, pool }: State, picture: number): readonly number[] {
  const addresses: number[] = []
  let address = first[picture] ?? 0
  for (let left = counts[picture] ?? 0; left > 0; left -= 1) {
    addresses.push(address)
    address = pool.next(address)
  }
  return addresses
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

function strangers({ pictureNumbers, counts, names }: State): readonly string[] {
  const ids = [...pictureNumbers].filter(([, number]) => !names.has(number) && (counts[number] ?? 0) > 0)
  const count = ids.reduce((sum, [, number]) => sum + (counts[number] ?? 0), 0)
  if (count === 0) return []
  return [`${leftOut(count)} of pictures that the file does not list, the first of image_id ${ids[0]?.[0]}.`]
}

function namelessCategories({ categoryNumbers, categoryCounts: counts, categories }: State): readonly string[] {
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
  for (const [number, name] of state.names) {
    const refused = refusedPoints(state, number)
    yield { name, faults: [...refused.values()], objects: (picture) => objectsOf(state, { number, refused }, picture) }
  }
}

const NONE: ReadonlyMap<number, string> = new Map()

/** Why annotations do not fit the points of their categories. */
function refusedPoints(state: State, number: number): ReadonlyMap<number, string> {
  if (state.odd.size === 0) return NONE
  const refused = new Map<number, string>()
  for (const address of annotationsOf(state, number)) {
    const odd = state.odd.get(address)
    const category = state.categories.get(state.pool.category(address))
    if (!odd || !category || isMask(odd.annotation.segmentation)) continue
    const object = readCocoObject({ ...odd, category }, { ...ALONE, type: 'keypoint-detection' })
    if (!object.ok) refused.set(address, `Left out: ${object.error.message}.`)
  }
  return refused
}

interface OwnAnnotations {
  readonly number: number
  readonly refused: ReadonlyMap<number, string>
}

function objectsOf(state: State, { number, refused }: OwnAnnotations, picture: AnnotatedPicture): ReadObjects {
  const objects: ReadAnnotation[] = []
  for (const address of annotationsOf(state, number)) {
    const category = state.categories.get(state.pool.category(address))
    if (!category || refused.has(address)) continue
    const odd = state.odd.get(address)
    const object = odd ? readCocoObject({ ...odd, category }, picture) : ok(state.pool.object(address, category.name))
    if (!object.ok) return object
    if (object.value) objects.push(object.value)
  }
  return ok(objects)
}
