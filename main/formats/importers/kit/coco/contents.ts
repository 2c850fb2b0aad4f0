import type { AttributesByClass } from '#common/annotation/named/attribute'
import type { ProjectType } from '#common/contract/projects'
import { refusal } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { nameInAddress, pathInAddress } from '#core/exchange/datasets/places'
import {
  type CocoAnnotation,
  CocoCategory,
  type CocoKey,
  isCrowd,
  readCocoObject,
} from '../../../labels/json/coco-objects.ts'
import { readShape } from '../../../labels/kit/json.ts'
import { filePlace, thisPlace } from '../../../labels/kit/places.ts'
import { shorten } from '../../../labels/kit/reading.ts'
import { attributesIn } from '../../../labels/kit/said/listed.ts'
import { rotationIn } from '../../../labels/kit/said/said.ts'
import { declaredSize } from '../declared-size.ts'
import {
  ALONE,
  captionOf,
  imageOf,
  isMask,
  readAnnotation,
  readImage,
  type StrangeKind,
  strangeKindOf,
} from './entries.ts'
import { fileFaults } from './faults.ts'
import { type CocoImage, images } from './images.ts'
import { categoryOf, listedOf, nothingTaken, type Taken } from './taken.ts'

/** The contents of a COCO file, taken in entry by entry in any order of its lists. Every `take` answers the fault of the entry. */
export interface CocoContents {
  takeImage(value: unknown): Message | undefined
  takeCategory(value: unknown): Message | undefined
  /** The position in the list, from 0. */
  takeAnnotation(value: unknown, place: number): Message | undefined
  /** Faults of the file as a whole, once all of it is there. */
  faults(): readonly Message[]
  /** Of all categories but the one that stands for all others, once all of the file is there. */
  classNames(): readonly string[]
  /** The kind of its annotations, once all of the file is there. */
  kind(): 'objects' | 'captions' | 'nothing'
  attributes(): AttributesByClass
  /** The images in the order of the file, once all of it is there. */
  images(): Iterable<CocoImage>
}

/** The type of the project says whether an annotation without a place is a class. */
export function cocoContents(type?: ProjectType): CocoContents {
  const taken = nothingTaken(type !== undefined && isClassification(type) ? type : ALONE.type)
  return {
    takeImage: (value) => takeImage(taken, value),
    takeCategory: (value) => takeCategory(taken, value),
    takeAnnotation: (value, place) => takeAnnotation(taken, value, place),
    faults: () => fileFaults(taken),
    classNames: () => classNames(taken),
    kind: () => (taken.isBare ? 'nothing' : taken.isWithoutObjects && taken.captions > 0 ? 'captions' : 'objects'),
    attributes: () => attributes(taken),
    images: () => images(taken),
  }
}

function takeImage(taken: Taken, value: unknown): Message | undefined {
  const image = readImage(value)
  if (!image.ok) return image.error
  const { id, file_name, coco_url } = image.value
  const name = nameIn(file_name ?? coco_url ?? '', file_name == null)
  if (!name) return refusal('field-missing', { field: 'file_name' })
  const listed = listedOf(taken, id)
  if (listed.name === name) return undefined
  if (listed.name !== undefined) return message('id-used-already', { id, name: shorten(listed.name) })
  listed.name = name
  listed.size = declaredSize(image.value.width, image.value.height).size
  taken.named.push(listed)
  return undefined
}

/** Addresses name images by their paths; the one in `coco_url` says no folder of the dataset. */
function nameIn(written: string, isAddress: boolean): string {
  if (isAddress) return nameInAddress(written)
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? pathInAddress(written) : written
}

function takeCategory(taken: Taken, value: unknown): Message | undefined {
  const read = readShape(CocoCategory, value)
  if (!read.ok) return read.error
  const { id, name } = read.value
  if (name.trim() === '') return message('name-missing')
  const category = categoryOf(taken, id)
  const earlier = category.known?.name ?? name
  if (earlier !== name) return message('id-used-already', { id, name: shorten(earlier) })
  if (!category.known) taken.listed.push(read.value)
  category.known = read.value
  return undefined
}

const NAMELESS: CocoCategory = { id: 0, name: '' }

function takeAnnotation(taken: Taken, value: unknown, index: number): Message | undefined {
  taken.isBare = false
  const strange = strangeKindOf(value)
  const image = imageOf(value)
  if (strange !== undefined && image !== undefined) return takeStrange(taken, strange, { value, image })
  taken.isWithoutObjects = false
  const annotation = readAnnotation(value)
  const fault = annotation.ok ? keep(taken, annotation.value, index) : annotation.error
  if (fault !== undefined && image !== undefined) listedOf(taken, image).leftOut += 1
  return fault
}

/** A caption is for projects of texts; segments of a panoptic mask are not here. Neither says that its image is empty. */
function takeStrange(taken: Taken, kind: StrangeKind, { value, image }: OfImage): undefined {
  taken[kind] += 1
  const listed = listedOf(taken, image)
  listed.leftOut += 1
  const caption = kind === 'captions' ? captionOf(value) : undefined
  if (caption !== undefined) listed.captions = [...(listed.captions ?? []), caption]
}

interface OfImage {
  readonly value: unknown
  readonly image: CocoKey
}

function keep(taken: Taken, annotation: CocoAnnotation, index: number): Message | undefined {
  const isOdd = needsMore(annotation)
  const object = isOdd
    ? undefined
    : readCocoObject({ annotation, category: NAMELESS, place: thisPlace('annotation') }, { ...ALONE, type: taken.type })
  if (object && !object.ok) return object.error
  const address = lay(taken, annotation, object?.value)
  if (isOdd) taken.odd.set(address, { annotation, place: filePlace('annotation', index + 1) })
  return undefined
}

/** Puts the annotation behind the others of its image; answers where it lies. */
function lay(taken: Taken, { category_id, image_id }: CocoAnnotation, object: ReadAnnotation | undefined): number {
  const category = categoryOf(taken, category_id)
  category.count += 1
  const listed = listedOf(taken, image_id)
  const address = taken.pool.push(object, { category: category.number, before: listed.last })
  if (object?.said) taken.said.put(address, object.said)
  listed.last = address
  listed.count += 1
  return address
}

/** Whether its category's points or the size of its image is needed to read it, or whether the pool has no place for it. */
function needsMore(annotation: CocoAnnotation): boolean {
  const { keypoints, segmentation, tessera, attributes } = annotation
  if (Boolean(keypoints) || isMask(segmentation) || tessera !== undefined) return true
  return isCrowd(annotation) || rotationIn(attributes) !== 0
}

/** Attributes of the categories' objects, where the file lists them. */
function attributes({ listed }: Taken): AttributesByClass {
  const entries = listed.map((category) => [category.name, attributesIn(category.attributes)] as const)
  return new Map(entries.filter(([, each]) => each.length > 0))
}

/** A first category that is none itself names the group of the others. */
function classNames({ listed }: Taken): readonly string[] {
  const group = listed.find(({ supercategory }) => supercategory === 'none')
  const isGroup = listed.every((category) => category === group || category.supercategory === group?.name)
  return listed.filter((category) => !isGroup || category !== group).map(({ name }) => name)
}
