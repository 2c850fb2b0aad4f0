import { z } from 'zod'
import { Attribute } from '../annotation/attribute.ts'
import { Skeleton } from '../annotation/skeleton.ts'
import { ClassId, ImageId, ProjectAddress, ProjectSlug } from '../ids.ts'
import { SplitCounts } from '../split.ts'
import { isPlainName, NAME_NOT_PLAIN } from '../text.ts'
import { Moment, onProject, ProjectRef } from './kit.ts'

/** Subject of the annotations: objects in boxes, by outline or by points, regions, the image as a whole, or a text about it. */
export const ProjectType = z.enum([
  'object-detection',
  'instance-segmentation',
  'semantic-segmentation',
  'keypoint-detection',
  'single-label-classification',
  'multi-label-classification',
  'text-image-pairs',
])
export type ProjectType = z.infer<typeof ProjectType>

export const ProjectName = z
  .string()
  .trim()
  .min(1, 'schema-project-unnamed')
  .max(100, 'schema-project-name-too-long')
  .refine(isPlainName, NAME_NOT_PLAIN)

/** 1–200 characters, no control characters. */
export const ClassName = z
  .string()
  .trim()
  .min(1, 'schema-class-unnamed')
  .max(200, 'schema-class-name-too-long')
  .refine((name) => !/\p{Cc}/u.test(name), 'schema-class-name-not-plain')

export const LabelClass = z.object({
  id: ClassId,
  name: z.string(),
  /** 1-based place in the color list; after twelve the list repeats, hatched. */
  color: z.number().int().positive(),
  /** Place in the project's order; the first ten have the keys 1…9 and 0. */
  position: z.number().int().nonnegative(),
  /** A key of its own, such as `Alt+C`, in this project. */
  chord: z.string().optional(),
  shapes: z.number().int(),
  images: z.number().int(),
  /** The points of its objects in a keypoint project; null until somebody names them. */
  skeleton: Skeleton.nullable(),
  /** Attributes of its objects; absent where there are none. */
  attributes: z.array(Attribute).optional(),
})
export type LabelClass = z.infer<typeof LabelClass>

export const ProjectSummary = z.object({
  slug: ProjectSlug,
  name: z.string(),
  type: ProjectType,
  /** Shown in the catalog. */
  isPublic: z.boolean(),
  createdAt: Moment,
  updatedAt: Moment,
  images: z.number().int(),
  /** Images with no shape and not marked as having nothing to label. */
  unlabelled: z.number().int(),
  done: z.number().int(),
  splits: SplitCounts,
  versions: z.number().int(),
  /** Up to six images to show for the project. */
  covers: z.array(ImageId),
})
export type ProjectSummary = z.infer<typeof ProjectSummary>

/** A project whose row in the database is damaged: more than this is not known of it. */
export const DamagedProject = z.object({ slug: ProjectAddress, name: z.string() })
export type DamagedProject = z.infer<typeof DamagedProject>

export const projectsContract = {
  list: onProject('project:read').output(z.array(ProjectSummary)),
  /** Damaged projects, which `list` leaves out. They can be moved to the trash. */
  damaged: onProject('project:read').output(z.array(DamagedProject)),
  read: onProject('project:read').input(ProjectRef).output(ProjectSummary),
  create: onProject('project:create')
    .input(z.object({ name: ProjectName, type: ProjectType }))
    .output(ProjectSummary),
  /** Shows the project in the catalog, or takes it out. */
  setPublic: onProject('project:update')
    .input(ProjectRef.extend({ isPublic: z.boolean() }))
    .output(ProjectSummary),
  classes: {
    list: onProject('project:read').input(ProjectRef).output(z.array(LabelClass)),
    create: onProject('image:annotate')
      .input(ProjectRef.extend({ name: ClassName }))
      .output(LabelClass),
    rename: onProject('project:update')
      .input(ProjectRef.extend({ classId: ClassId, name: ClassName }))
      .output(LabelClass),
    /** Names the points of its objects. Their number stays while objects have them. */
    setSkeleton: onProject('project:update')
      .input(ProjectRef.extend({ classId: ClassId, skeleton: Skeleton }))
      .output(LabelClass),
    /** Refused while a shape uses it. */
    remove: onProject('project:update')
      .input(ProjectRef.extend({ classId: ClassId }))
      .output(z.object({})),
  },
}
