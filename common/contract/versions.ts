import { z } from 'zod'
import { Shape } from '../annotation/shape.ts'
import { ImageId } from '../ids.ts'
import { SplitCounts } from '../split.ts'
import { VersionSettings } from '../versions/settings.ts'
import { Moment, onProject, ProjectRef, TaskRef, VersionRef } from './kit.ts'
import { LabelClass } from './projects.ts'

export const Seed = z.string().regex(/^[0-9a-f]{32}$/)

export const VersionSummary = z.object({
  number: z.number().int().positive(),
  name: z.string(),
  createdAt: Moment,
  /** `damaged`: the row in the database is damaged; only number, name and date are known. */
  state: z.enum(['generating', 'ready', 'damaged']),
  taskId: z.string().nullable(),
  /** 0…1 while generating. */
  progress: z.number().nullable(),
  images: z.number().int(),
  splits: SplitCounts,
  settings: VersionSettings,
  /** The recipe in short lines. */
  recipe: z.array(z.string()),
  /** Null where another machine does not tell. */
  seed: Seed.nullable(),
  /** SHA-256 (hex) of images, labels and classes; null while it is made, and where it is not known. */
  manifest: z.string().nullable(),
  /** Identifiers of the formats that were exported. */
  exports: z.array(z.string()),
  /** URLs of up to three finished images. */
  covers: z.array(z.string()),
})
export type VersionSummary = z.infer<typeof VersionSummary>

/** An image as it would come out; `url` shows the pixels, shapes are in its own pixels. */
export const PreviewImage = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  shapes: z.array(Shape),
  /** Random values drawn for it, by steps; null for the source itself. */
  drawn: z.record(z.string(), z.record(z.string(), z.union([z.number(), z.boolean()]))).nullable(),
})
export type PreviewImage = z.infer<typeof PreviewImage>

export const PreviewOrder = z.enum(['random', 'densest', 'smallest', 'darkest'])
export type PreviewOrder = z.infer<typeof PreviewOrder>

export const VersionPlan = z.object({
  /** Images that go in: labeled ones and background images. */
  sources: z.number().int(),
  sourceSplits: SplitCounts,
  /** Images left out because nobody has labeled them, or by their tags. */
  leftOut: z.number().int(),
  /** At most, since equal images are kept once. Null where another machine cuts them and does not tell how. */
  images: z.number().int().nullable(),
  splits: SplitCounts.nullable(),
  /** Null where another machine makes it. */
  bytes: z.number().nullable(),
  seconds: z.number().nullable(),
  classes: z.array(LabelClass),
})
export type VersionPlan = z.infer<typeof VersionPlan>

export const versionsContract = {
  list: onProject('version:read').input(ProjectRef).output(z.array(VersionSummary)),
  read: onProject('version:read').input(VersionRef).output(VersionSummary),
  /** The number that the next version gets: numbers of failed and deleted versions are not given again. Null where another machine does not tell. */
  next: onProject('version:read')
    .input(ProjectRef)
    .output(z.object({ number: z.number().int().positive().nullable() })),
  plan: onProject('version:read', 'image:read')
    .input(ProjectRef.extend({ settings: VersionSettings }))
    .output(VersionPlan),
  /** One row a source image: the source, then two results. */
  preview: onProject('version:read', 'image:read')
    .input(
      ProjectRef.extend({
        settings: VersionSettings,
        seed: Seed,
        order: PreviewOrder,
        rows: z.number().int().min(1).max(6),
      }),
    )
    .output(
      z.object({
        rows: z.array(z.object({ image: ImageId, source: PreviewImage, results: z.array(PreviewImage) })),
        /** Shapes lost in the results shown, of how many. */
        dropped: z.number().int(),
        shapes: z.number().int(),
      }),
    ),
  start: onProject('version:update')
    .input(ProjectRef.extend({ name: z.string().trim().max(120), settings: VersionSettings, seed: Seed }))
    .output(TaskRef.extend({ version: z.number().int().positive() })),
}
