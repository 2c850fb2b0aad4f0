import { z } from 'zod'
import { Shape } from '../annotation/shape.ts'
import { MOST_ROOTS } from '../hidden-files.ts'
import { ClassId, ImageId, TaskId } from '../ids.ts'
import { Split, SplitCounts } from '../split.ts'
import { BatchName } from './imports.ts'
import { onProject, Page, ProjectRef, Said, TaskRef } from './kit.ts'

/**
 * Bringing in a dataset: `open` starts its check, each file is sent with `PUT /datasets/<dataset>/files?path=<relative path>` (raw
 * bytes), `arrived` says that no more will come. The check reads everything and writes nothing; `import` then does what its plan says.
 * A dataset is called after its first check and lies in the library until it is imported or discarded.
 */
const DatasetRef = z.object({ dataset: TaskId })

const PlannedClass = z.object({
  /** That of the project; a new class has one of its own here. */
  id: ClassId,
  name: z.string(),
  /** 1-based place in the color list. */
  color: z.number().int().positive(),
  isNew: z.boolean(),
  objects: z.number().int(),
  images: z.number().int(),
  /** Names of the attributes that the import gives it. */
  asks: z.array(z.string()),
})
export type PlannedClass = z.infer<typeof PlannedClass>

/** An image drawn with its labels, so that a person sees that they lie right. */
const SampleImage = z.object({
  name: z.string(),
  url: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  shapes: z.array(Shape),
})
export type SampleImage = z.infer<typeof SampleImage>

export const DatasetPlan = z.object({
  name: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** Every format that its label files may be of; `files` counts those. */
  formats: z.array(z.object({ id: z.string(), title: z.union([z.string(), Said]), files: z.number().int() })),
  /** The one that was read; null: no labels were found, or none are wanted. */
  format: z.string().nullable(),
  images: z.object({
    new: z.number().int(),
    /** In the dataset and, with the same bytes, in the project. */
    there: z.number().int(),
    /** Files with the bytes of another file of the dataset. */
    repeated: z.number().int(),
    /** In the project alone; labels for them came by name. */
    matched: z.number().int(),
    refused: z.number().int(),
    /** Of those that are there or matched: labeled already, and labels came for them. */
    labelled: z.number().int(),
  }),
  labels: z.object({
    objects: z.number().int(),
    /**
     * Each image that is new, there or matched stands in one of these: images with objects, with nothing to label, without a word
     * about them, with annotations of a kind that the project does not take, and with annotations that cannot be read.
     */
    annotated: z.number().int(),
    nothing: z.number().int(),
    silent: z.number().int(),
    unfit: z.number().int(),
    unreadable: z.number().int(),
    /** Images that annotations refer to but that are in neither the dataset nor the project. */
    lost: z.number().int(),
  }),
  /** Of the new images, as the dataset has them. */
  splits: SplitCounts,
  /** Classes with the most objects first, at most a thousand. */
  classes: z.array(PlannedClass),
  classCount: z.number().int(),
  /** Apart from images that cannot be imported. */
  problems: z.number().int(),
  /** Files and annotations that are left unused on purpose. */
  notes: z.number().int(),
  samples: z.array(SampleImage),
})
export type DatasetPlan = z.infer<typeof DatasetPlan>

export const PlannedImage = z.object({
  path: z.string(),
  state: z.enum(['new', 'there', 'repeated', 'matched', 'refused']),
  /** The image of the project that it is, or gets labels. */
  image: ImageId.nullable(),
  split: Split,
  /** Null: the dataset says nothing of it. */
  objects: z.number().int().nullable(),
})
export type PlannedImage = z.infer<typeof PlannedImage>

export const DatasetProblem = z.object({
  path: z.string(),
  line: z.number().int().nullable(),
  reason: Said,
  /** Nothing is wrong: something is left unused on purpose. */
  isNote: z.boolean(),
})
export type DatasetProblem = z.infer<typeof DatasetProblem>

/** How to treat new annotations of images that are annotated already, and which split new images go to. */
export const DatasetWish = z.object({
  batchName: BatchName,
  labelled: z.enum(['keep', 'replace']),
  splits: z.enum(['dataset', 'train']),
})
export type DatasetWish = z.infer<typeof DatasetWish>

/** Files that the sender has left out because they are hidden. */
const HiddenFiles = z.object({
  count: z.number().int().nonnegative(),
  roots: z.array(z.string().max(1024)).max(MOST_ROOTS).readonly(),
})

export const datasetsContract = {
  open: onProject('image:create')
    .input(ProjectRef.extend({ name: z.string().trim().min(1).max(255), expected: z.number().int().nonnegative() }))
    .output(DatasetRef),
  arrived: onProject('image:create')
    .input(DatasetRef.extend({ hidden: HiddenFiles.exactOptional() }))
    .output(z.object({})),
  /** Reads it again as another of its formats; null reads no labels. */
  check: onProject('image:create')
    .input(DatasetRef.extend({ format: z.string().nullable() }))
    .output(TaskRef),
  plan: onProject('image:create').input(DatasetRef).output(DatasetPlan),
  images: onProject('image:create')
    .input(DatasetRef.extend(Page.shape))
    .output(z.object({ total: z.number().int(), rows: z.array(PlannedImage) })),
  /** Images that cannot be imported, problems and notes in the order in which they were met; the first ten thousand are kept. */
  problems: onProject('image:create')
    .input(DatasetRef.extend(Page.shape))
    .output(z.object({ total: z.number().int(), rows: z.array(DatasetProblem) })),
  import: onProject('image:create', 'image:annotate')
    .input(DatasetRef.extend({ wish: DatasetWish }))
    .output(TaskRef),
  /** Checked datasets that are neither imported nor discarded yet. */
  waiting: onProject('image:create').output(z.array(DatasetRef)),
  discard: onProject('image:create').input(DatasetRef).output(z.object({})),
}
