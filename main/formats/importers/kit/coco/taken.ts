import type { ProjectType } from '#common/contract/projects'
import type { Size } from '#common/geometry/space'
import type { CocoAnnotation, CocoCategory, CocoKey } from '../../../labels/json/coco-objects.ts'
import type { FilePlace } from '../../../labels/kit/places.ts'
import { type AnnotationPool, annotationPool } from './annotation-pool.ts'
import { type SaidPool, saidPool } from './said-pool.ts'

/** An annotation that more than itself is needed to read: its category's points, or the size of its image. */
interface OddAnnotation {
  readonly annotation: CocoAnnotation
  readonly place: FilePlace
}

/** The facts of one image from the annotations and the list of images. */
export interface ListedImage {
  readonly id: CocoKey
  /** Absent as long as the list of images has not named it. */
  name: string | undefined
  size: Size | undefined
  /** Where its last annotation lies in the pool. */
  last: number
  count: number
  /** Annotations of it that are not in the pool. */
  leftOut: number
  captions: readonly string[] | undefined
}

interface ListedCategory {
  readonly id: CocoKey
  /** Its place among all. */
  readonly number: number
  known: CocoCategory | undefined
  count: number
}

/** All that has been taken in of a file. */
export interface Taken {
  /** The type of project as which annotations are read. */
  readonly type: ProjectType
  readonly images: Map<CocoKey, ListedImage>
  /** Images that the list of images names, in its order. */
  readonly named: ListedImage[]
  readonly categories: Map<CocoKey, ListedCategory>
  readonly categoryList: ListedCategory[]
  /** As the file lists them; the others are in the order in which anything speaks of them. */
  readonly listed: CocoCategory[]
  readonly pool: AnnotationPool
  /** By where they lie in the pool. */
  readonly odd: Map<number, OddAnnotation>
  /** Attributes of annotations, by their addresses in the pool. */
  readonly said: SaidPool
  captions: number
  segments: number
  /** No annotation has come. */
  isBare: boolean
  isWithoutObjects: boolean
}

export function nothingTaken(type: ProjectType): Taken {
  return {
    type,
    images: new Map(),
    named: [],
    categories: new Map(),
    categoryList: [],
    listed: [],
    pool: annotationPool(),
    odd: new Map(),
    said: saidPool(),
    captions: 0,
    segments: 0,
    isBare: true,
    isWithoutObjects: true,
  }
}

/** Anything may speak of an image or a category before the file lists it. */
export function listedOf({ images }: Taken, id: CocoKey): ListedImage {
  const key = keyOf(id)
  const known = images.get(key)
  if (known) return known
  const image = { id, name: undefined, size: undefined, last: 0, count: 0, leftOut: 0, captions: undefined }
  images.set(key, image)
  return image
}

export function categoryOf({ categories, categoryList }: Taken, id: CocoKey): ListedCategory {
  const key = keyOf(id)
  const listed = categories.get(key)
  if (listed) return listed
  const category = { id, number: categoryList.length, known: undefined, count: 0 }
  categories.set(key, category)
  categoryList.push(category)
  return category
}

/** Texts of digits are the numbers that they spell. */
function keyOf(id: CocoKey): CocoKey {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
}

/** The category of the annotation that lies there; undefined as long as the file has not named it. */
export function categoryAt({ categoryList, pool }: Taken, address: number): CocoCategory | undefined {
  return categoryList[pool.category(address)]?.known
}

/** Where the annotations of an image lie, in the order of the file. */
export function annotationsOf({ pool }: Taken, { last, count }: ListedImage): readonly number[] {
  const addresses: number[] = []
  let address = last
  for (let left = count; left > 0; left -= 1) {
    addresses.push(address)
    address = pool.before(address)
  }
  return addresses.reverse()
}
