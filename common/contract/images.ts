import { z } from 'zod'
import { Reviewed, ReviewState } from '../annotation/review.ts'
import { Shape } from '../annotation/shape.ts'
import { BatchId, ClassId, ImageId } from '../ids.ts'
import { Split, SplitCounts } from '../split.ts'
import { ImageRef, Moment, onProject, Page, ProjectRef } from './kit.ts'

/** `todo`: nothing yet. `started`: has shapes. `done`: a person said so, or it holds nothing to label. */
export const ImageState = z.enum(['todo', 'started', 'done'])
export type ImageState = z.infer<typeof ImageState>

export const ImageCard = z.object({
  id: ImageId,
  name: z.string(),
  /** Displayed (EXIF-oriented) size in pixels. */
  width: z.number().int(),
  height: z.number().int(),
  split: Split,
  state: ImageState,
  /** Marked as background. */
  isNull: z.boolean(),
  shapes: z.number().int(),
  /** Predictions that wait for a person. */
  proposals: z.number().int(),
  review: ReviewState,
  /** Comments on it that are not resolved. */
  openComments: z.number().int(),
  /** Average color, `#rrggbb`, shown until the thumbnail is there. */
  color: z.string(),
})
export type ImageCard = z.infer<typeof ImageCard>

export const MetadataValue = z.union([z.string(), z.number(), z.boolean()])
export type MetadataValue = z.infer<typeof MetadataValue>

/** An image in a table, with more facts than its card. */
export const ImageRow = ImageCard.extend({
  batch: z.string(),
  addedAt: Moment,
  bytes: z.number().int(),
  tags: z.array(z.string()),
  /** In the order of the classes. */
  classes: z.array(z.object({ id: ClassId, shapes: z.number().int() })),
})
export type ImageRow = z.infer<typeof ImageRow>

export const ImageDetails = ImageCard.extend({
  batch: z.object({ id: BatchId, name: z.string() }),
  bytes: z.number().int(),
  /** `jpeg`, `png`, `webp`, `tiff`, `avif`, … */
  format: z.string(),
  addedAt: Moment,
  tags: z.array(z.string()),
  metadata: z.record(z.string(), MetadataValue),
  /** Where the image was fetched from; null when its bytes were sent. */
  sourceUrl: z.string().nullable(),
  /** Its place in a sequence of images, from 0, and the length of that; null when its sender told none. */
  sequence: z.object({ number: z.number().int(), size: z.number().int() }).nullable(),
  /** The inference that the image was sent to before. */
  inferenceId: z.string().nullable(),
})
export type ImageDetails = z.infer<typeof ImageDetails>

/** The same of an image on another machine, which does not tell all of it. */
export const ShownDetails = ImageDetails.extend({
  batch: ImageDetails.shape.batch.nullable(),
  bytes: ImageDetails.shape.bytes.nullable(),
  format: ImageDetails.shape.format.nullable(),
})
export type ShownDetails = z.infer<typeof ShownDetails>

/** Within one list the entries are alternatives; the lists narrow one another. Empty or absent: no filter. */
export const ImageFilter = z.object({
  splits: z.array(Split).optional(),
  classes: z.array(ClassId).optional(),
  batches: z.array(BatchId).optional(),
  states: z.array(ImageState).optional(),
  reviews: z.array(Reviewed).optional(),
  /** Only images with comments that are not resolved. */
  hasOpenComments: z.literal(true).optional(),
  /** Only images with predictions that wait for a person. */
  hasProposals: z.literal(true).optional(),
  /** Part of the file name, in any case. */
  text: z.string().max(200).optional(),
  /** Only those that look most like this image. */
  like: ImageId.optional(),
  /** In the query language of `common/search`; one that cannot be read is refused with the place of the fault. */
  search: z.string().optional(),
})
export type ImageFilter = z.infer<typeof ImageFilter>

/**
 * Each order and its reverse. `alike`: those first that look most like the image that a filter names. The last three put first
 * what is most worth a look: where models and labels differ, what looks like nothing that is labeled, what may be wrong.
 */
export const ImageSort = z.enum([
  'added',
  'newest',
  'name',
  'name-reversed',
  'most-shapes',
  'fewest-shapes',
  'split',
  'split-reversed',
  'state',
  'state-reversed',
  'batch',
  'batch-reversed',
  'most-classes',
  'fewest-classes',
  'largest',
  'smallest',
  'most-tags',
  'fewest-tags',
  'most-proposals',
  'fewest-proposals',
  'alike',
  'disagreement',
  'novelty',
  'findings',
])
export type ImageSort = z.infer<typeof ImageSort>

export const ImageQuery = ProjectRef.extend({ filter: ImageFilter, sort: ImageSort })
export type ImageQuery = z.infer<typeof ImageQuery>

/** How many images each box of the filter column would show. */
export const Facets = z.object({
  splits: SplitCounts,
  states: z.record(ImageState, z.number().int()),
  hasProposals: z.number().int(),
  /** Without those that nobody is through with. */
  reviews: z.record(Reviewed, z.number().int()),
  hasOpenComments: z.number().int(),
  classes: z.array(z.object({ id: ClassId, images: z.number().int() })),
  batches: z.array(z.object({ id: BatchId, name: z.string(), images: z.number().int() })),
})
export type Facets = z.infer<typeof Facets>

/** A tag and how many images have it. */
const TagCount = z.object({ name: z.string(), images: z.number().int() })
export type TagCount = z.infer<typeof TagCount>

const ImageIds = ProjectRef.extend({ images: z.array(ImageId).min(1).max(100_000) })

export const imagesContract = {
  page: onProject('image:read')
    .input(ImageQuery.extend(Page.shape))
    .output(z.object({ total: z.number().int(), rows: z.array(ImageCard) })),
  /** The same window for a table. */
  rows: onProject('image:read')
    .input(ImageQuery.extend(Page.shape))
    .output(z.object({ total: z.number().int(), rows: z.array(ImageRow) })),
  /** Average colors of all images of a query in order, six hexadecimal digits each: what a tile shows before anything else. */
  colors: onProject('image:read').input(ImageQuery).output(z.string()),
  /** All ids of a query in order: the annotate queue, and "select all". */
  ids: onProject('image:read').input(ImageQuery).output(z.array(ImageId)),
  facets: onProject('image:read').input(ProjectRef).output(Facets),
  /** Every tag of a project's images, by name; empty where another machine does not tell. */
  tags: onProject('image:read').input(ProjectRef).output(z.array(TagCount)),
  read: onProject('image:read').input(ImageRef).output(ShownDetails),
  /** Adds and takes away tags and metadata; nothing may be in both lists. */
  edit: onProject('image:tag')
    .input(
      ImageRef.extend({
        addTags: z.array(z.string()).optional(),
        removeTags: z.array(z.string()).optional(),
        metadata: z.record(z.string(), MetadataValue).optional(),
        removeMetadata: z.array(z.string()).optional(),
      }),
    )
    .output(z.object({})),
  /** Shapes of a few images, for outlines on hover and selection. */
  outlines: onProject('image:read')
    .input(ProjectRef.extend({ images: z.array(ImageId).max(200) }))
    .output(z.array(z.object({ image: ImageId, shapes: z.array(Shape) }))),
  /** The images whose stored file is known to be damaged or missing. */
  faulty: onProject('image:read')
    .input(ProjectRef.extend({ images: z.array(ImageId).max(500) }))
    .output(z.array(ImageId)),
  setSplit: onProject('project:update')
    .input(ImageIds.extend({ split: Split }))
    .output(z.object({ moved: z.number().int() })),
  /** The images that are in the project's trash, with their names; none where another computer does not tell. */
  trashed: onProject('image:read')
    .input(ProjectRef.extend({ images: z.array(ImageId).max(500) }))
    .output(z.array(z.object({ id: ImageId, name: z.string() }))),
  /** Undone by `restore`. */
  trash: onProject('image:delete')
    .input(ImageIds)
    .output(z.object({ trashed: z.number().int() })),
  restore: onProject('trash:restore')
    .input(ImageIds)
    .output(z.object({ restored: z.number().int() })),
}
