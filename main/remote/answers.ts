import { z } from 'zod'
import { Attributes } from '#common/annotation/attribute'
import { Skeleton } from '#common/annotation/skeleton'
import { SplitCounts } from '#common/split'
import { DUPLICATE_PREFIX } from '#core/management/images'
import type {
  ManagedImage,
  ManagedPrediction,
  ManagedProject,
  ManagedTask,
  ManagedVersion,
  UploadedImage,
} from '#core/management/model'
import { Annotation, LabelledObject } from './labels.ts'

/** Answers of a server of the management API, checked and in the words of the core. Unknown fields are left out. */
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
    attributes: z.record(z.string(), Attributes).catch({}).default({}),
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
      attributes,
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
        const [skeleton, asked] = [skeletons[name], attributes[name]]
        const known = { name, shapes, color: colors[name] ?? NO_COLOR }
        return { ...known, ...(skeleton && { skeleton }), ...(asked && { attributes: asked }) }
      }),
    }),
  )

/** Of a class that the server names no color for. */
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

const DamagedProject = z
  .object({ id: z.string(), name: z.string() })
  .transform(({ id, name }) => ({ slug: lastPart(id), name }))

export const WorkspaceAnswer = z.object({
  workspace: z
    .object({
      name: z.string(),
      url: z.string(),
      members: z.int().default(1),
      projects: z.array(Project),
      damagedProjects: z.array(DamagedProject).default([]),
    })
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
  .transform(({ id, duplicate, message }): UploadedImage => {
    const name = message.startsWith(DUPLICATE_PREFIX) ? message.slice(DUPLICATE_PREFIX.length) : ''
    return { id, duplicateOf: duplicate === true ? name : undefined }
  })

/** Older stations leave nothing out that they tell of. */
export const Annotated = z.object({ success: z.literal(true), leftOut: z.array(z.string()).default([]) })

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
      keepsMarks: z.boolean().default(false),
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
      taskId,
      status,
      result,
      error,
      progress: progress ?? null,
    }),
  )
