import { z } from 'zod'
import { AttributeId, ClassId, ImageId } from '../ids.ts'
import { Split, SplitCounts } from '../split.ts'
import { Moment, onProject, ProjectRef } from './kit.ts'

const Size = z.object({ width: z.number().int(), height: z.number().int() })

export const ClassHealth = z.object({
  id: ClassId,
  name: z.string(),
  shapes: z.number().int(),
  images: z.number().int(),
  /** Images with the class. */
  splits: SplitCounts,
  /** 1: as many shapes as an even share; 0.1: a tenth of that. */
  balance: z.number(),
})
export type ClassHealth = z.infer<typeof ClassHealth>

/** Values of the annotations of a class for one of its attributes. */
export const AttributeHealth = z.object({
  id: AttributeId,
  classId: ClassId,
  className: z.string(),
  name: z.string(),
  kind: z.enum(['choice', 'yes-no', 'number', 'text']),
  isRequired: z.boolean(),
  /** Of the class. */
  labels: z.number().int(),
  /** Labels that say nothing by it. */
  unsaid: z.number().int(),
  /** Each choice in its order, `true` and `false`, the texts that come most; none of numbers. */
  answers: z.array(z.object({ name: z.string(), labels: z.number().int() })),
  /** Labels that say another text than those. */
  others: z.number().int(),
  /** Of numbers; null where no label says one. */
  range: z.object({ min: z.number(), max: z.number(), mean: z.number() }).nullable(),
})
export type AttributeHealth = z.infer<typeof AttributeHealth>

export const SizeCount = Size.extend({ images: z.number().int() })
export type SizeCount = z.infer<typeof SizeCount>

const AlikeImage = z.object({ id: ImageId, name: z.string(), split: Split })

export const AlikePair = z.object({
  images: z.tuple([AlikeImage, AlikeImage]),
  /** 1: nothing tells them apart. */
  similarity: z.number(),
})
export type AlikePair = z.infer<typeof AlikePair>

export const AlikeGroups = z.object({
  groups: z.number().int(),
  /** In these groups. */
  images: z.number().int(),
  /** The first image of a group with one that looks like it; the likest first, the beginning of all. */
  pairs: z.array(AlikePair),
})
export type AlikeGroups = z.infer<typeof AlikeGroups>

export const HealthReport = z.object({
  images: z.number().int(),
  shapes: z.number().int(),
  /** Shapes on an image that has any. */
  averageShapes: z.number(),
  /** Neither labeled nor marked as background. */
  unannotated: z.number().int(),
  /** Marked as background. */
  nullExamples: z.number().int(),
  splits: SplitCounts,
  classes: z.array(ClassHealth),
  /** By class, in their order; empty where no class asks anything. */
  attributes: z.array(AttributeHealth),
  /** The most frequent sizes in pixels, most images first. */
  sizes: z.array(SizeCount),
  /** How many different sizes there are in all. */
  sizeCount: z.number().int(),
  /** Null without images. */
  dimensions: z.object({ median: Size, min: Size, max: Size }).nullable(),
  /** From the tallest to the widest. */
  aspects: z.array(z.object({ name: z.string(), images: z.number().int() })),
  nearDuplicates: AlikeGroups,
  /** Groups whose images lie in several splits. */
  splitLeakage: AlikeGroups,
  /** Images whose looks are not described, and those past the number that is compared. */
  notCompared: z.number().int(),
  generatedAt: Moment,
})
export type HealthReport = z.infer<typeof HealthReport>

/** Images whose stored file is missing, has another size than it should, or was found damaged by whoever read it. */
export const FaultyFiles = z.object({
  images: z.number().int(),
  /** The part of them that would go into a version. */
  labelled: z.number().int(),
  /** The first of them by age. */
  first: z.array(z.object({ id: ImageId, name: z.string() })),
})
export type FaultyFiles = z.infer<typeof FaultyFiles>

export const HeatMap = z.object({
  /** Cells along each side. */
  side: z.number().int().positive(),
  /** How many shapes touch each cell, row by row. */
  cells: z.array(z.number().int()),
})
export type HeatMap = z.infer<typeof HeatMap>

export const healthContract = {
  /** Looked for again each time: files change without a note. Null where another machine does not tell. */
  files: onProject('project:read').input(ProjectRef).output(FaultyFiles.nullable()),
  /** The report of the project's present state; `regenerate` makes it again. */
  read: onProject('project:read')
    .input(ProjectRef.extend({ regenerate: z.boolean().optional() }))
    .output(HealthReport),
  /** Where the shapes of one class lie, or of all of them. */
  heat: onProject('project:read')
    .input(ProjectRef.extend({ classId: ClassId.nullable() }))
    .output(HeatMap),
}
