import { z } from 'zod'
import type { PlacedForm } from '#common/annotation/shape'
import { Keypoint, Skeleton } from '#common/annotation/skeleton'
import { maskOfRunLengths } from '#common/geometry/mask-forms'
import { at } from '#common/geometry/polygon'
import { runLengthsFromText } from '#common/geometry/rle'
import { rotatedBoxOfRing } from '#common/geometry/rotated-box'
import { SplitCounts } from '#common/split'
import type { PlacedAnnotation, ReadAnnotation } from '#core/annotations/read-annotation'
import { DUPLICATE_PREFIX } from '#core/management/images'
import type {
  ManagedImage,
  ManagedPrediction,
  ManagedProject,
  ManagedTask,
  ManagedVersion,
  UploadedPicture,
} from '#core/management/model'

/** What a server of the management API answers, checked and in the words of the core. Unknown fields are left out. */
const Moment = z
  .number()
  .transform((seconds) => new Date(seconds * 1000))
  .pipe(z.date())
const lastPart = (id: string) => id.split('/').at(-1) ?? id
const NO_SPLITS = { train: 0, valid: 0, test: 0 }
const Splits = z
  .object({ train: z.int().default(0), valid: z.int().default(0), test: z.int().default(0) })
  .pipe(SplitCounts)
  .default(NO_SPLITS)

const Head = z
  .object({ name: z.string(), url: z.string(), members: z.int().default(1) })
  .transform(({ url, ...rest }) => ({ slug: url, ...rest }))

export const Project = z
  .object({
    id: z.string(),
    type: z.string(),
    multilabel: z.boolean().default(false),
    name: z.string(),
    created: Moment,
    updated: Moment,
    images: z.int(),
    unannotated: z.int(),
    annotation: z.string(),
    public: z.boolean().default(false),
    splits: Splits,
    classes: z.record(z.string(), z.int()),
    colors: z.record(z.string(), z.string()).default({}),
    skeletons: z.record(z.string(), Skeleton).catch({}).default({}),
    versions: z.int().default(0),
  })
  .transform(
    ({
      id,
      type,
      multilabel,
      created,
      updated,
      annotation,
      public: isPublic,
      classes,
      colors,
      skeletons,
      ...rest
    }): ManagedProject => ({
      ...rest,
      type: type === 'classification' ? `${multilabel ? 'multi' : 'single'}-label-classification` : type,
      isPublic,
      slug: lastPart(id),
      createdAt: created,
      updatedAt: updated,
      annotationGroup: annotation,
      classes: Object.entries(classes).map(([name, shapes]) => {
        const skeleton = skeletons[name]
        return { name, shapes, color: colors[name] ?? NO_COLOR, ...(skeleton && { skeleton }) }
      }),
    }),
  )

/** Of a class that the server names no colour for. */
const NO_COLOR = '#808080'

const Version = z
  .object({
    id: z.union([z.string(), z.number()]).transform((id) => Number(lastPart(String(id)))),
    name: z.string().default(''),
    created: Moment,
    images: z.int(),
    splits: Splits,
    preprocessing: z.record(z.string(), z.unknown()).default({}),
    augmentation: z.record(z.string(), z.unknown()).default({}),
    seed: z.string().optional(),
    manifest: z.string().optional(),
    exports: z.array(z.string()).default([]),
    generating: z.boolean().default(false),
    progress: z.number().nullish(),
  })
  .transform(
    ({ id, created, generating, progress, seed, manifest, ...rest }): ManagedVersion => ({
      ...rest,
      number: id,
      createdAt: created,
      isGenerating: generating,
      progress: progress ?? (generating ? 0 : 1),
      ...(seed !== undefined && { seed }),
      ...(manifest !== undefined && { manifest }),
    }),
  )

export const Identity = z.object({ workspace: z.string().min(1) })

export const WorkspaceAnswer = z.object({
  workspace: z
    .object({ name: z.string(), url: z.string(), members: z.int().default(1), projects: z.array(Project) })
    .transform(({ url, ...rest }) => ({ slug: url, ...rest })),
})

export const ProjectAnswer = z.object({ workspace: Head, project: Project, versions: z.array(Version) })

export const VersionAnswer = z.object({ workspace: Head, project: Project, version: Version })

export const Generated = z
  .object({ version: z.coerce.number().int().positive(), taskId: z.string().optional() })
  .transform(({ version, taskId }) => ({ version, taskId }))

export const Exported = z.union([
  VersionAnswer.extend({ export: z.object({ format: z.string(), link: z.string() }) }),
  z.object({ progress: z.number().min(0).max(1).default(0), export: z.undefined().optional() }),
])

export const Uploaded = z
  .object({ id: z.string().min(1), duplicate: z.literal(true).optional(), message: z.string().default('') })
  .transform(({ id, duplicate, message }): UploadedPicture => {
    const name = message.startsWith(DUPLICATE_PREFIX) ? message.slice(DUPLICATE_PREFIX.length) : ''
    return { id, duplicateOf: duplicate === true ? name : undefined }
  })

/** Older stations leave nothing out that they tell of. */
export const Annotated = z.object({ success: z.literal(true), leftOut: z.array(z.string()).default([]) })

const Point = z.tuple([z.number(), z.number()])
const Points = z.array(Point).transform((points) => points.flat())

interface Told {
  readonly type?: string | undefined
  readonly points?: readonly number[] | undefined
  readonly mask?: { readonly size: readonly [number, number]; readonly counts: string } | undefined
}

/** Pixels by which told corners of a rotated box may differ from those of a rectangle: the wire rounds to millionths. */
const CORNER_SLACK = 1e-3

/** What only stations of Tessera say. */
function toOwnKind({ type, points = [], mask }: Told): PlacedForm | undefined {
  switch (type) {
    case 'rotated-box':
      return toRotatedBox(points)
    case 'polyline':
      return points.length >= 4 ? { kind: 'polyline', points } : undefined
    case 'point':
      return points.length === 2 ? { kind: 'point', at: { x: at(points, 0), y: at(points, 1) } } : undefined
    case 'mask':
      return mask && toMask(mask)
    case undefined:
    default:
      return undefined
  }
}

function toRotatedBox(points: readonly number[]): PlacedForm | undefined {
  const box = rotatedBoxOfRing(points, CORNER_SLACK)
  return box && { kind: 'rotated-box', box }
}

function toMask({ size: [height, width], counts }: NonNullable<Told['mask']>): PlacedForm | undefined {
  const runs = runLengthsFromText(counts)
  if (!runs.ok || runs.value.reduce((sum, run) => sum + run, 0) !== width * height) return undefined
  const tiles = maskOfRunLengths(runs.value, { width, height })
  return tiles.length > 0 ? { kind: 'mask', tiles } : undefined
}

const LabelledObject = z
  .object({
    label: z.string(),
    x: z.coerce.number(),
    y: z.coerce.number(),
    width: z.coerce.number(),
    height: z.coerce.number(),
    type: z.string().optional().catch(undefined),
    points: Points.optional(),
    mask: z
      .object({ size: z.tuple([z.int(), z.int()]), counts: z.string() })
      .optional()
      .catch(undefined),
    rings: z.array(Points).optional(),
    keypoints: z
      .array(Keypoint.unwrap().extend({ name: z.string() }))
      .min(1)
      .optional(),
    edges: Skeleton.unwrap().shape.edges.default([]),
  })
  .transform(({ label: className, x, y, width, height, rings, keypoints, edges, ...told }): PlacedAnnotation => {
    const ownKind = toOwnKind(told)
    if (ownKind) return { className, ...ownKind }
    const { points } = told
    const outlines = rings ?? (points ? [points] : [])
    if (outlines.length > 0) return { className, kind: 'polygon', rings: outlines }
    const box = { x0: x - width / 2, y0: y - height / 2, x1: x + width / 2, y1: y + height / 2 }
    if (keypoints) {
      const skeleton = Skeleton.safeParse({ points: keypoints.map(({ name }) => name), edges })
      const bare = keypoints.map((point) => ({ x: point.x, y: point.y, visibility: point.visibility }))
      return { className, kind: 'keypoints', box, points: bare, ...(skeleton.success && { skeleton: skeleton.data }) }
    }
    return { className, kind: 'box', box }
  })

const Annotation = z
  .object({
    width: z.int(),
    height: z.int(),
    boxes: z.array(LabelledObject).default([]),
    classes: z.array(z.string()).default([]),
    texts: z.array(z.object({ prefix: z.string().default(''), suffix: z.string() })).default([]),
  })
  .transform(({ width, height, boxes, classes, texts }) => {
    const wholes = classes.map((className): ReadAnnotation => ({ className, kind: 'whole' }))
    const said = texts.map(({ prefix, suffix }): ReadAnnotation => {
      return { className: 'text', kind: 'text', prompt: prefix, answer: suffix }
    })
    return { width, height, objects: [...boxes, ...wholes, ...said] }
  })

const PredictedObject = z
  .looseObject({ source: z.string().default(''), confidence: z.number().min(0).max(1).nullish() })
  .transform(({ source, confidence, ...object }, context): ManagedPrediction => {
    const read = LabelledObject.safeParse(object)
    if (read.success) return { source, score: confidence ?? null, object: read.data }
    context.addIssue('A prediction has no place')
    return z.NEVER
  })

const Metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const ImageAnswer = z.object({
  image: z
    .object({
      id: z.string(),
      name: z.string(),
      split: z.string(),
      labels: z.array(z.string()).default([]),
      tags: z.array(z.string()).default([]),
      user_metadata: Metadata.nullish(),
      source_url: z.string().nullish(),
      created: Moment,
      width: z.int().optional(),
      height: z.int().optional(),
      annotation: Annotation.optional(),
      predictions: z.array(PredictedObject).default([]),
    })
    .transform(
      ({ created, annotation, width, height, user_metadata, source_url, ...rest }): ManagedImage => ({
        ...rest,
        metadata: user_metadata ?? {},
        sourceUrl: source_url ?? undefined,
        createdAt: created,
        width: width ?? annotation?.width ?? 0,
        height: height ?? annotation?.height ?? 0,
        annotation: annotation?.objects,
      }),
    ),
})

export const TaskStarted = z.object({ taskId: z.string().min(1) })

export const TaskAnswer = z
  .object({
    taskId: z.string(),
    status: z.string(),
    progress: z.object({ current: z.number(), total: z.number() }).nullish(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.string().optional(),
  })
  .transform(
    ({ taskId, status, progress, result, error }): ManagedTask => ({
      ...{ taskId, status, result, error },
      progress: progress ?? null,
    }),
  )
