import { z } from 'zod'
import { ImageId, ProjectAddress, ProjectId, ProjectSlug } from '../../ids.ts'
import { Moment, onProject, ProjectRef, VersionRef } from '../kit.ts'
import { ProjectType } from '../projects.ts'

/** A project that is not in the trash itself. */
export const Parent = z.object({ id: ProjectId, slug: ProjectAddress, name: z.string() })

const Trashed = z.object({
  /** Null where another machine does not tell. */
  images: z.number().int().nullable(),
  /** Up to three images to show for it. */
  covers: z.array(ImageId),
  deletedAt: Moment,
  /** From then on it is deleted for good. */
  cleanupAt: Moment,
})

/** `images` went into the trash in one act. What belongs to a project in the trash comes back with the project. */
export const TrashItem = z.discriminatedUnion('kind', [
  Trashed.extend({
    kind: z.literal('project'),
    id: ProjectId,
    name: z.string(),
    type: ProjectType.nullable(),
    versions: z.number().int().nullable(),
  }),
  Trashed.extend({
    kind: z.literal('version'),
    project: Parent,
    number: z.number().int().positive(),
    name: z.string(),
  }),
  Trashed.extend({ kind: z.literal('images'), project: Parent, images: z.number().int() }),
])
export type TrashItem = z.infer<typeof TrashItem>

/** Identifies one thing in the trash. */
export const TrashRef = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), id: ProjectId }),
  z.object({ kind: z.literal('version'), projectId: ProjectId, number: z.number().int().positive() }),
  z.object({ kind: z.literal('images'), projectId: ProjectId, deletedAt: Moment }),
])
export type TrashRef = z.infer<typeof TrashRef>

export const Restored = z.object({
  /** Where it is now. */
  project: ProjectAddress,
  /** The address that a project had, when another project has it now. */
  takenSlug: ProjectSlug.nullable(),
  /** Images that came back; of images only. One whose bytes came in again meanwhile stays in the trash. */
  images: z.number().int().nullable(),
  /** Copies without labels, imported meanwhile, that went into the trash for labeled images; of images only. */
  replaced: z.number().int().nullable(),
})
export type Restored = z.infer<typeof Restored>

const Moved = z.object({ projectId: ProjectId })

export const trashContract = {
  /** Newest first. */
  list: onProject('trash:read').output(z.array(TrashItem)),
  moveProject: onProject('project:delete')
    .input(z.object({ project: ProjectAddress }))
    .output(Moved),
  /** Only where no image, class or version was ever in it; answers null where it stays. */
  moveEmptyProject: onProject('project:delete').input(ProjectRef).output(Moved.nullable()),
  /** Refused while it is being generated. */
  moveVersion: onProject('version:delete').input(VersionRef).output(Moved),
  restore: onProject('trash:restore').input(TrashRef).output(Restored),
}
