import { z } from 'zod'
import { Shape } from '../annotation/shape.ts'
import { ImageId } from '../ids.ts'
import { Split } from '../split.ts'
import { onProject, Page, ProjectRef } from './kit.ts'
import { LabelClass } from './projects.ts'

/** Two frozen versions of a project: what `to` has that `from` had not, and the other way round. */
export const DiffRef = ProjectRef.extend({ from: z.number().int().positive(), to: z.number().int().positive() })
export type DiffRef = z.infer<typeof DiffRef>

/** How far an annotation moved, by overlap: `same` from 0.95, `near` from 0.75, `far` below. */
export const LabelPlace = z.enum(['same', 'near', 'far'])
export type LabelPlace = z.infer<typeof LabelPlace>

/** One annotation of an image that is in both versions. */
export const LabelChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), after: Shape }),
  z.object({ kind: z.literal('removed'), before: Shape }),
  z.object({
    kind: z.literal('kept'),
    before: Shape,
    after: Shape,
    /** Shared area over all area, 0…1; of keypoints no more than the points agree. */
    agreement: z.number(),
    place: LabelPlace,
    isReclassed: z.boolean(),
    /** The question or the answer of a text differs. */
    isReworded: z.boolean(),
  }),
])
export type LabelChange = z.infer<typeof LabelChange>

/** Ways in which an image can differ; an image that is in both versions may have several marks. */
export const DIFF_MARKS = ['in', 'out', 'split', 'added', 'removed', 'far', 'near', 'reclassed', 'reworded'] as const
export const DiffMark = z.enum(DIFF_MARKS)
export type DiffMark = z.infer<typeof DiffMark>

/** `labels`: images of both versions whose annotations differ in any way. */
export const DiffFilter = z.enum(['all', 'labels', ...DIFF_MARKS])
export type DiffFilter = z.infer<typeof DiffFilter>

/** Name, color and skeleton of a class, as they were frozen. */
const FrozenFace = LabelClass.pick({ id: true, name: true, color: true, skeleton: true })

const ClassDiff = FrozenFace.extend({
  change: z.enum(['added', 'removed', 'renamed']).nullable(),
  /** Null unless it was renamed. */
  formerName: z.string().nullable(),
  /** Annotations of the class in each version; null if the version has no such class. */
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
})
export type ClassDiff = z.infer<typeof ClassDiff>

const Amount = z.number().int().nonnegative()

export const VersionDiff = z.object({
  /** `before` and `after`: all source images of each. `different`: those that differ at all; the others: those that differ so. */
  images: z.object({
    before: Amount,
    after: Amount,
    different: Amount,
    in: Amount,
    out: Amount,
    split: Amount,
    labels: Amount,
  }),
  /** `before` and `after`: all labels of each. The others: labels of images that are in both. */
  labels: z.object({
    before: Amount,
    after: Amount,
    added: Amount,
    removed: Amount,
    far: Amount,
    near: Amount,
    reclassed: Amount,
    reworded: Amount,
  }),
  classes: z.array(ClassDiff),
  faces: z.object({ before: z.array(FrozenFace), after: z.array(FrozenFace) }),
})
export type VersionDiff = z.infer<typeof VersionDiff>

const Side = z.object({
  split: Split,
  width: z.number().int(),
  height: z.number().int(),
  /** The source image, upright: the longer side 320 and at most 2048. */
  thumb: z.string(),
  screen: z.string(),
})

/** An image that differs. `before` is null for one that came in, `after` for one that went out. */
export const DiffRow = z.object({
  image: ImageId,
  name: z.string(),
  marks: z.array(DiffMark),
  before: Side.nullable(),
  after: Side.nullable(),
  /** All its labels; those of an image in one version only are all added, or all removed. */
  labels: z.array(LabelChange),
})
export type DiffRow = z.infer<typeof DiffRow>

export const versionDiffContract = {
  /** Compares both versions once; the result is kept, since versions never change. */
  read: onProject('version:read').input(DiffRef).output(VersionDiff),
  /** Images that differ, in the order they were added; those that went out stand last. */
  page: onProject('version:read')
    .input(DiffRef.extend({ filter: DiffFilter, offset: Page.shape.offset, limit: Page.shape.limit.max(60) }))
    .output(z.object({ total: z.number().int(), rows: z.array(DiffRow) })),
}
