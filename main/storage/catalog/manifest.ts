import { z } from 'zod'
import { AttributeValue } from '#common/annotation/marks'
import { MAX_ATTRIBUTES, NamedAttribute } from '#common/annotation/named/attribute'
import { MAX_TEXT } from '#common/annotation/shape'
import { MAX_KEYPOINTS, Skeleton, Visibility } from '#common/annotation/skeleton'
import { ClassName, ProjectName, ProjectType } from '#common/contract/projects'
import { MaskTiles } from '#common/geometry/masks/mask-tiles'
import { RotatedBox } from '#common/geometry/rotated-box'
import { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { cleanClassName } from '#core/dataset/projects/rules'
import type { PublishedImage } from '#core/exchange/catalog/ports'

/** The file that makes a folder a published project; docs/catalog.md describes it. */
export const MANIFEST_NAME = 'tessera-catalog.json'

/** A path inside the project's folder: parts joined by `/`, none of which leads up or elsewhere. */
const FilePath = z
  .string()
  .max(500)
  .refine(
    (path) =>
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\:\p{Cc}]/u.test(path),
    'schema-catalog-path',
  )

const Class = ClassName.transform(cleanClassName)
const Side = z.int().min(1).max(1_000_000)
const Point = z.tuple([z.number(), z.number()])

/** Coordinates are pixels of the image as it is displayed, from its upper left corner. */
const Corners = z.tuple([z.number(), z.number(), z.number(), z.number()])
const SeenPoint = z.tuple([z.number(), z.number(), Visibility])

/** Center, sides, and degrees clockwise. */
const TurnedBox = z
  .tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
  .transform(([x, y, width, height, angle]) => ({ center: { x, y }, width, height, angle }))
  .pipe(RotatedBox)

const common = {
  class: Class,
  attributes: z.record(z.string(), AttributeValue).optional(),
  /** Objects of an image that name the same one belong together. */
  group: z.string().min(1).max(100).optional(),
}

const Annotation = z.union([
  z.object({ ...common, box: Corners, keypoints: z.array(SeenPoint).min(1).max(MAX_KEYPOINTS) }),
  z.object({ ...common, box: Corners }),
  z.object({ ...common, polygon: z.array(z.array(Point).min(3)).min(1) }),
  z.object({ ...common, rotatedBox: TurnedBox }),
  z.object({ ...common, line: z.array(Point).min(2) }),
  z.object({ ...common, point: Point }),
  z.object({ ...common, mask: MaskTiles }),
  z.object({ ...common, whole: z.literal(true) }),
  z.object({ ...common, prompt: z.string().max(MAX_TEXT), answer: z.string().min(1).max(MAX_TEXT) }),
])
type Annotation = z.infer<typeof Annotation>

const Image = z.object({
  file: FilePath,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'schema-catalog-sha256'),
  name: z.string().max(255).optional(),
  width: Side,
  height: Side,
  split: Split.default('train'),
  tags: z.array(z.string()).default([]),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  annotations: z.array(Annotation).max(100_000).optional(),
  descriptor: z.base64().optional(),
})

/** A published project, checked. Keys that are not known are passed over. */
export const CatalogManifest = z
  .object({
    kind: z.literal('tessera-catalog'),
    version: z.literal(1, 'schema-catalog-version'),
    name: ProjectName,
    type: ProjectType,
    license: z.string().max(100).default(''),
    description: z.string().max(2000).default(''),
    annotationGroup: z.string().max(100).default('objects'),
    thumbnail: FilePath.optional(),
    classes: z
      .array(
        z.object({
          name: Class,
          color: z.int().min(1).max(100_000).optional(),
          skeleton: Skeleton.optional(),
          attributes: z.array(NamedAttribute).max(MAX_ATTRIBUTES).optional(),
        }),
      )
      .max(10_000),
    images: z.array(Image).max(100_000),
  })
  .superRefine(({ classes, images }, context) => {
    const fault = faultIn(classes, images)
    if (fault !== undefined) context.addIssue({ code: 'custom', ...fault })
  })
export type CatalogManifest = z.infer<typeof CatalogManifest>

interface Fault {
  readonly message: string
  readonly params?: { readonly file: string; readonly class: string }
}

/** The contradiction between parts of a manifest, if any. */
function faultIn(classes: CatalogManifest['classes'], images: readonly z.infer<typeof Image>[]): Fault | undefined {
  const names = new Set(classes.map(({ name }) => name))
  if (names.size < classes.length) return { message: 'schema-catalog-class-twice' }
  const files = new Set(images.map(({ file }) => file))
  if (files.size < images.length) return { message: 'schema-catalog-file-twice' }
  for (const { file, annotations = [] } of images) {
    const unknown = annotations.find((annotation) => !names.has(annotation.class))
    if (unknown) return { message: 'schema-catalog-class-unknown', params: { file, class: unknown.class } }
  }
  return undefined
}

export function toPublishedImage(image: CatalogManifest['images'][number]): PublishedImage {
  const { file, sha256, name, width, height, split, tags, metadata, annotations } = image
  const fileName = name ?? file.split('/').at(-1) ?? file
  return { file, sha256, name: fileName, width, height, split, tags, metadata, objects: annotations?.map(toObject) }
}

function toObject(annotation: Annotation): ReadAnnotation {
  const { attributes: said, group } = annotation
  return { ...toPlace(annotation), ...(said && { said }), ...(group !== undefined && { group }) }
}

function toPlace(annotation: Annotation): ReadAnnotation {
  const className = annotation.class
  if ('polygon' in annotation)
    return { className, kind: 'polygon', rings: annotation.polygon.map((ring) => ring.flat()) }
  if ('rotatedBox' in annotation) return { className, kind: 'rotated-box', box: annotation.rotatedBox }
  if ('line' in annotation) return { className, kind: 'polyline', points: annotation.line.flat() }
  if ('point' in annotation) return { className, kind: 'point', at: { x: annotation.point[0], y: annotation.point[1] } }
  if ('mask' in annotation) return { className, kind: 'mask', tiles: annotation.mask }
  if ('whole' in annotation) return { className, kind: 'whole' }
  if ('prompt' in annotation) return { className, kind: 'text', prompt: annotation.prompt, answer: annotation.answer }
  const [x0, y0, x1, y1] = annotation.box
  const box = { x0, y0, x1, y1 }
  if (!('keypoints' in annotation)) return { className, kind: 'box', box }
  const points = annotation.keypoints.map(([x, y, visibility]) => ({ x, y, visibility }))
  return { className, kind: 'keypoints', box, points }
}
