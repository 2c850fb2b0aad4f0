import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { uniteMasks } from '#common/geometry/masks/mask-tiles'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { CocoAnnotation, readCocoObject } from '../../labels/json/coco-objects.ts'
import { type Labelled, maskOf, pointOf, polylineOf, turnedBox } from '../../labels/kit/geometry.ts'
import { FileNumber, FileRecord } from '../../labels/kit/json.ts'
import { RunLengthMask } from '../../labels/kit/masks.ts'
import type { FilePlace } from '../../labels/kit/places.ts'
import { type ReadObjects, readEvery, shorten } from '../../labels/kit/reading.ts'
import { rotationIn, saidByPeople, withBeside } from '../../labels/kit/said/said.ts'
import { saidFor } from '../../labels/kit/said/wanted.ts'
import { textAboutImage } from '../../labels/kit/whole-image.ts'

/** The part of a Datumaro file about all its images. */
export const DatumaroCategories = z.object({
  label: z.object({ labels: z.array(z.object({ name: z.string() })) }).optional(),
  points: z
    .object({
      items: z.array(
        z.object({
          label_id: z.number(),
          labels: z.array(z.string()),
          joints: z.array(z.array(z.number())).nullish().catch(undefined),
        }),
      ),
    })
    .optional()
    .catch(undefined),
})
export type DatumaroCategories = z.infer<typeof DatumaroCategories>

export const DatumaroAnnotation = z.object({
  type: z.string(),
  label_id: z.number().nullish(),
  group: z.number().nullish().catch(undefined),
  /** Tells the parts of an object from the other objects of its group; -1 in most files. */
  object_id: z.number().nullish().catch(undefined),
  attributes: FileRecord(z.unknown()).nullish().catch(undefined),
  bbox: z.array(FileNumber).nullish(),
  points: z.array(FileNumber).nullish(),
  visibility: z.array(FileNumber).nullish(),
  rle: RunLengthMask.nullish(),
  caption: z.string().nullish(),
})
type DatumaroAnnotation = z.infer<typeof DatumaroAnnotation>

/** An annotation with where it stands. */
export interface PlacedAnnotation {
  readonly annotation: DatumaroAnnotation
  /** `annotation 3`, for sentences. */
  readonly place: FilePlace
}

type Image = Pick<AnnotatedImage, 'frame' | 'type'>

/** The objects of an image: outlines of one class and group are parts of one object, and points belong to the box of their group. */
export function datumaroObjects(
  annotations: readonly PlacedAnnotation[],
  categories: DatumaroCategories,
  image: Image,
): ReadObjects {
  const groups = Map.groupBy(annotations.keys(), (index) => groupOf(annotations[index]?.annotation) ?? index)
  const objects = readEvery([...groups.values()], (members) =>
    readGroup(
      members.flatMap((index) => annotations[index] ?? []),
      categories,
      image,
    ),
  )
  return objects.ok ? ok(saidFor(objects.value.flat(), image)) : objects
}

function groupOf(annotation: DatumaroAnnotation | undefined): string | undefined {
  if (!annotation?.group || !['bbox', 'points', 'polygon', 'mask'].includes(annotation.type)) return undefined
  if (annotation.object_id && annotation.object_id > 0) return `object ${annotation.object_id}`
  const isOutline = annotation.type === 'polygon' || annotation.type === 'mask'
  return `${annotation.group} ${annotation.label_id} ${isOutline ? 'parts' : 'points'}`
}

function readGroup(group: readonly PlacedAnnotation[], categories: DatumaroCategories, image: Image): ReadObjects {
  const points = group.find(({ annotation }) => annotation.type === 'points')
  const box = group.find(({ annotation }) => annotation.type === 'bbox')?.annotation.bbox
  if (points && group.length <= 2) {
    const object = readDatumaroAnnotation(points, categories, { ...image, box })
    return object.ok ? ok([object.value]) : object
  }
  const objects = readEvery(group, (placed) => readDatumaroAnnotation(placed, categories, image))
  if (!objects.ok) return objects
  const [first] = objects.value
  if (first?.kind === 'mask') {
    return ok([
      {
        ...first,
        tiles: objects.value.reduce(
          (all, part) => (part.kind === 'mask' ? uniteMasks(all, part.tiles) : all),
          first.tiles,
        ),
      },
    ])
  }
  if (first?.kind !== 'polygon') return objects
  return ok([{ ...first, rings: objects.value.flatMap((part) => (part.kind === 'polygon' ? part.rings : [])) }])
}

interface ReadingImage extends Image {
  /** The box that has the group of the points. */
  readonly box?: readonly number[] | null | undefined
}

/** An annotation by itself. */
export function readDatumaroAnnotation(
  placed: PlacedAnnotation,
  categories: DatumaroCategories,
  image: ReadingImage,
): Result<ReadAnnotation, Refusal> {
  const { attributes, group, type } = placed.annotation
  if (type === 'caption') return readCaption(placed.annotation, placed.place)
  const told = { said: saidByPeople(attributes), group: group ? String(group) : undefined }
  return withBeside(readBare(placed, categories, image), told)
}

function readBare(
  { annotation, place }: PlacedAnnotation,
  categories: DatumaroCategories,
  image: ReadingImage,
): Result<ReadAnnotation, Refusal> {
  const label = annotation.label_id ?? -1
  const name = categories.label?.labels[label]?.name
  if (name === undefined) return refuse('label-not-named', { place, label })
  if (annotation.type === 'label') return ok({ className: name, kind: 'whole' })
  return readObject({ annotation, place }, { label, name, categories }, image)
}

interface Labelling {
  readonly label: number
  readonly name: string
  readonly categories: DatumaroCategories
}

function readObject(
  { annotation, place }: PlacedAnnotation,
  { label, name, categories }: Labelling,
  image: ReadingImage,
): Result<ReadAnnotation, Refusal> {
  const ownKind = readOwnKind({ className: name, place }, annotation, image)
  if (ownKind !== undefined) return ownKind
  const read = AS_COCO.get(annotation.type)?.(annotation, image.box)
  if (read === undefined) return refuse('kind-unsupported', { place, type: shorten(annotation.type) })
  const described = { annotation: { ...NUMBERS, ...read }, category: { id: label, name }, place }
  if (annotation.type !== 'points') {
    const object = readCocoObject(described, { ...image, type: 'instance-segmentation' })
    return object.ok ? ok(turnedBox(object.value, rotationIn(annotation.attributes))) : object
  }
  const category = { ...described.category, ...skeletonOf(annotation, label, categories) }
  return readCocoObject({ ...described, category }, { ...image, type: 'keypoint-detection' })
}

/** Kinds that COCO does not know. Points alone are keypoints only where a project has such objects. */
function readOwnKind(
  labelled: Labelled,
  { type, points, rle }: DatumaroAnnotation,
  image: ReadingImage,
): Result<ReadAnnotation, Refusal> | undefined {
  if (type === 'polyline') return polylineOf(labelled, points ?? [])
  if (type === 'mask' && rle) return maskOf(labelled, rle, image.frame)
  const isBare = type === 'points' && points?.length === 2 && !image.box && image.type !== 'keypoint-detection'
  return isBare ? pointOf(labelled, points) : undefined
}

/** COCO numbers images and categories. */
const NUMBERS = { image_id: 0, category_id: 0, score: undefined }

type AsCoco = (annotation: DatumaroAnnotation, box: ReadingImage['box']) => Partial<CocoAnnotation>

/** Kinds that COCO knows too, in its numbers. */
const AS_COCO = new Map<string, AsCoco>([
  ['bbox', ({ bbox }) => ({ bbox: bbox ?? [] })],
  ['polygon', ({ points }) => ({ segmentation: [points ?? []] })],
  ['mask', ({ rle }) => ({ segmentation: rle ?? {} })],
  ['points', (annotation, box) => ({ bbox: [...(box ?? [])], keypoints: withVisibility(annotation) })],
])

/** Points of a label without names are numbered. */
function skeletonOf({ points }: DatumaroAnnotation, label: number, { points: known }: DatumaroCategories) {
  const skeleton = known?.items.find(({ label_id }) => label_id === label)
  const numbered = Array.from({ length: Math.floor((points?.length ?? 0) / 2) }, (_, index) => `point ${index + 1}`)
  return { keypoints: skeleton?.labels ?? numbered, skeleton: skeleton?.joints }
}

function readCaption({ attributes, caption }: DatumaroAnnotation, place: FilePlace): Result<ReadAnnotation, Refusal> {
  const prompt = attributes?.['prompt']
  const read = textAboutImage({ prompt: typeof prompt === 'string' ? prompt : '', answer: caption ?? '', place })
  const [text] = read.ok ? read.value : []
  return text ? ok(text) : refuse('caption-empty', { place })
}

function withVisibility({ points, visibility }: DatumaroAnnotation): number[] {
  const flat = points ?? []
  return Array.from({ length: Math.ceil(flat.length / 2) }, (_, index) => [
    ...flat.slice(index * 2, index * 2 + 2),
    visibility?.[index] ?? 2,
  ]).flat()
}
