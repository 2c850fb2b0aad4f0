import { z } from 'zod'
import { ProjectSlug } from '../../ids.ts'
import { onProject, ProjectRef, SaidOrSentence, TaskRef } from '../kit.ts'
import { ProjectType } from '../projects.ts'

/** The full address of a project of the catalog. */
const CatalogRef = z.object({ workspace: z.string(), project: z.string() })
export type CatalogRef = z.infer<typeof CatalogRef>

export const CatalogCard = CatalogRef.extend({
  name: z.string(),
  type: ProjectType,
  license: z.string(),
  /** Empty where its maker says nothing, or where nothing of it is told. */
  description: z.string(),
  images: z.number().int(),
  /** Null where they are not told. */
  classes: z.array(z.object({ name: z.string(), shapes: z.number().int() })).nullable(),
  /** Where the image that stands for it is shown. */
  thumbnail: z.string().nullable(),
  /** Where it can be opened, when it is a project of this workspace. */
  own: ProjectSlug.nullable(),
})
export type CatalogCard = z.infer<typeof CatalogCard>

/** Files that were left out of a copy, a publication or an archive, each with the reason. */
export const LeftOutFiles = z.array(z.object({ path: z.string(), reason: SaidOrSentence }))

/** Result of a copy; `leftOut`: files that could not be copied. */
export const CopyResult = z.object({
  project: ProjectSlug,
  name: z.string(),
  images: z.number().int(),
  leftOut: LeftOutFiles,
})
export type CopyResult = z.infer<typeof CopyResult>

/** The result of publishing: the folder in which the project lies now; `leftOut`: images whose files are damaged. */
export const PublishResult = z.object({
  folder: z.string(),
  images: z.number().int(),
  leftOut: LeftOutFiles.default([]),
})

/** The answer to an image that is sent with `PUT` to `LOOKS_URL`: what it looks like, to search with. */
export const Looks = z.object({ looks: z.base64().max(400) })

export const catalogContract = {
  /** `looks`: the likest projects come first. At most `limit` are answered, from the first on. */
  search: onProject('catalog:read')
    .input(
      z.object({
        text: z.string().max(2000),
        looks: Looks.shape.looks.nullable(),
        limit: z.number().int().min(1).max(100),
      }),
    )
    .output(z.object({ total: z.number().int(), cards: z.array(CatalogCard) })),
  /** The folders that projects can be published to. */
  folders: onProject('catalog:read').output(z.array(z.string())),
  /** Writes a project of this workspace into a catalog folder. */
  publish: onProject('project:update', 'image:read')
    .input(ProjectRef.extend({ folder: z.string() }))
    .output(TaskRef),
  /** Copies a project into this workspace. */
  copy: onProject('project:create').input(CatalogRef).output(TaskRef),
}
