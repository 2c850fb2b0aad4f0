import { z } from 'zod'
import type { AttributesByClass } from '#common/annotation/named/attribute'
import { ok } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture } from '#core/management/ports'
import { CocoAnnotation, CocoCategory, CocoKey, readCocoObject } from '../../../labels/json/coco-objects.ts'
import { readShape } from '../../../labels/kit/json.ts'
import { type ReadObjects, shorten } from '../../../labels/kit/reading.ts'
import { attributesIn } from '../../../labels/kit/said/listed.ts'
import { rotationIn } from '../../../labels/kit/said/said.ts'
import { type AnnotationPool, annotationPool } from './annotation-pool.ts'
import { type SaidPool, saidPool } from './said-pool.ts'

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
  /** Of all categories but the one that stands for all others, once all of the file is there. */
  classNames(): readonly string[]
  attributes(): AttributesByClass
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

/** What annotations and the list of pictures say of one. */
interface Listed {
  readonly id: Key
  /** Absent as long as the list of pictures has not named it. */
  name: string | undefined
  /** Where its last annotation lies in the pool. */
  last: number
  count: number
}

interface ListedCategory {
  readonly id: Key
  /** Its place among all. */
  readonly number: number
  known: CocoCategory | undefined
  count: number
}

interface State {
  readonly pictures: Map<Key, Listed>
  /** Those that the list of pictures names, in its order. */
  readonly named: Listed[]
  readonly categories: Map<Key, ListedCategory>
  readonly categoryList: ListedCategory[]
  /** As the file lists them; the others are in the order in which anything speaks of them. */
  readonly listed: CocoCategory[]
  readonly pool: AnnotationPool
  /** By where they lie in the pool. */
  readonly odd: Map<number, OddAnnotation>
  /** What is said of annotations, by where they lie in the pool. */
  readonly said: SaidPool
  crowds: number
}

export function cocoContents(): CocoContents {
  const state: State = {
    ...{ pictures: new Map(), named: [], categories: new Map(), categoryList: [], listed: [] },
    ...{ pool: annotationPool(), odd: new Map(), said: saidPool(), crowds: 0 },
  }
  return {
    takeImage: (value) => takeImage(state, value),
    takeCategory: (value) => takeCategory(state, value),
    takeAnnotation: (value, place) => takeAnnotation(state, value, place),
    faults: () => [...strangers(state), ...namelessCategories(state), ...crowds(state)],
    classNames: () => classNames(state),
    attributes: () => attributes(state),
    pictures: () => pictures(state),
  }
}

function takeImage(state: State, value: unknown): string | undefined {
  const image = isPlainImage(value) ? ok(value) : readShape(Image, value)
  if (!image.ok) return image.error.message
  const { id, file_name, coco_url } = image.value
  const name = file_name ?? coco_url?.split('/').at(-1)
  if (!name) return 'it has no file_name'
  const picture = pictureOf(state, id)
  if (picture.name === name) return undefined
  if (picture.name !== undefined) return `it has the id ${id}, as "${shorten(picture.name)}" before it`
  picture.name = name
  state.named.push(picture)
  return undefined
}

function takeCategory(state: State, value: unknown): string | undefined {
  const read = readShape(CocoCategory, value)
  if (!read.ok) return read.error.message
  const { id, name } = read.value
  const category = categoryOf(state, id)
  const earlier = category.known?.name ?? name
  if (earlier !== name) return `it has the id ${id}, as "${shorten(earlier)}" before it`
  if (!category.known) state.listed.push(read.value)
  category.known = read.value
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
  const isOdd = needsMore(annotation)
  const object = isOdd ? undefined : readCocoObject({ annotation, category: NAMELESS, place: 'it' }, ALONE)
  if (object && !object.ok) return object.error.message
  const address = lay(state, annotation, object?.value)
  if (isOdd) state.odd.set(address, { annotation, place: `annotation ${index + 1}` })
  return undefined
}

/** Puts the annotation behind the others of its picture; answers where it lies. */
function lay(state: State, { category_id, image_id }: CocoAnnotation, object: ReadAnnotation | undefined): number {
  const category = categoryOf(state, category_id)
  category.count += 1
  const picture = pictureOf(state, image_id)
  const address = state.pool.push(object, { category: category.number, before: picture.last })
  if (object?.said) state.said.put(address, object.said)
  picture.last = address
  picture.count += 1
  return address
}

/** Whether its category's points or the size of its picture is needed to read it, or whether the pool has no place for it. */
function needsMore({ keypoints, segmentation, tessera, attributes }: CocoAnnotation): boolean {
  return Boolean(keypoints) || isMask(segmentation) || tessera !== undefined || rotationIn(attributes) !== 0
}

/** Where the annotations of a picture lie, in the order of the file. */
function annotationsOf({ pool }: State, { last, count }: Listed): readonly number[] {
  const addresses: number[] = []
  let address = last
  for (let left = count; left > 0; left -= 1) {
    addresses.push(address)
    address = pool.before(address)
  }
  return addresses.reverse()
}

function isMask(segmentation: unknown): boolean {
  return typeof segmentation === 'object' && segmentation !== null && !Array.isArray(segmentation)
}

const ODD_MEMBERS = ['score', 'keypoints', 'tessera'] as const

/** What nearly all annotations are; a schema would take longer than parsing them does. */
function isPlain(value: unknown): value is CocoAnnotation {
  if (typeof value !== 'object' || value === null || ODD_MEMBERS.some((name) => name in value)) return false
  if (!('image_id' in value && 'category_id' in value && 'bbox' in value)) return false
  return isKey(value.image_id) && isKey(value.category_id) && isNumbers(value.bbox)
}

function isPlainImage(value: unknown): value is z.infer<typeof Image> {
  if (typeof value !== 'object' || value === null || !('id' in value && 'file_name' in value)) return false
  return isKey(value.id) && typeof value.file_name === 'string' && !('coco_url' in value)
}

function isKey(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string'
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every(Number.isFinite)
}

function pictureOf({ pictures }: State, id: Key): Listed {
  const key = keyOf(id)
  const known = pictures.get(key)
  if (known) return known
  const picture = { id, name: undefined, last: 0, count: 0 }
  pictures.set(key, picture)
  return picture
}

function categoryOf({ categories, categoryList }: State, id: Key): ListedCategory {
  const key = keyOf(id)
  const listed = categories.get(key)
  if (listed) return listed
  const category = { id, number: categoryList.length, known: undefined, count: 0 }
  categories.set(key, category)
  categoryList.push(category)
  return category
}

/** Texts of digits are the numbers that they spell. */
function keyOf(id: Key): Key {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
}

function strangers({ pictures }: State): readonly string[] {
  const unlisted = [...pictures.values()].filter(({ name }) => name === undefined)
  const count = unlisted.reduce((sum, picture) => sum + picture.count, 0)
  if (count === 0) return []
  return [`${leftOut(count)} of pictures that the file does not list, the first of image_id ${unlisted[0]?.id}.`]
}

function namelessCategories({ categoryList }: State): readonly string[] {
  return categoryList
    .filter(({ known }) => known === undefined)
    .map(({ id, count }) => `${leftOut(count)} of the category ${id}, which the file does not name.`)
}

/** What the objects of categories are asked, where the file lists it. */
function attributes({ listed }: State): AttributesByClass {
  const entries = listed.map((category) => [category.name, attributesIn(category.attributes)] as const)
  return new Map(entries.filter(([, each]) => each.length > 0))
}

/** A first category that is none itself names the group of the others. */
function classNames({ listed }: State): readonly string[] {
  const group = listed.find(({ supercategory }) => supercategory === 'none')
  const isGroup = listed.every((category) => category === group || category.supercategory === group?.name)
  return listed.filter((category) => !isGroup || category !== group).map(({ name }) => name)
}

function crowds(state: State): readonly string[] {
  if (state.crowds === 0) return []
  return [`${leftOut(state.crowds)} of crowds, not of single objects (iscrowd 1).`]
}

function leftOut(count: number): string {
  return count === 1 ? 'Left out is one annotation' : `Left out are ${count} annotations`
}

function* pictures(state: State): Generator<CocoPicture> {
  for (const listed of state.named) {
    const refused = refusedPoints(state, listed)
    yield {
      name: listed.name ?? '',
      faults: [...refused.values()],
      objects: (picture) => objectsOf(state, { listed, refused }, picture),
    }
  }
}

const NONE: ReadonlyMap<number, string> = new Map()

/** Why annotations do not fit the points of their categories. */
function refusedPoints(state: State, listed: Listed): ReadonlyMap<number, string> {
  if (state.odd.size === 0) return NONE
  const refused = new Map<number, string>()
  for (const address of annotationsOf(state, listed)) {
    const odd = state.odd.get(address)
    const category = state.categoryList[state.pool.category(address)]?.known
    if (!odd || !category || isMask(odd.annotation.segmentation)) continue
    const object = readCocoObject({ ...odd, category }, { ...ALONE, type: 'keypoint-detection' })
    if (!object.ok) refused.set(address, `Left out: ${object.error.message}.`)
  }
  return refused
}

interface OwnAnnotations {
  readonly listed: Listed
  readonly refused: ReadonlyMap<number, string>
}

function objectsOf(state: State, { listed, refused }: OwnAnnotations, picture: AnnotatedPicture): ReadObjects {
  const objects: ReadAnnotation[] = []
  for (const address of annotationsOf(state, listed)) {
    const category = state.categoryList[state.pool.category(address)]?.known
    if (!category || refused.has(address)) continue
    const odd = state.odd.get(address)
    const object = odd ? readCocoObject({ ...odd, category }, picture) : ok(state.pool.object(address, category.name))
    if (!object.ok) return object
    const said = state.said.of(address)
    if (object.value) objects.push(said ? { ...object.value, said } : object.value)
  }
  return ok(objects)
}
