import { z } from 'zod'
import { QueryText, WorkspacePath } from './kit.ts'

export const FolderPath = WorkspacePath.extend({ id: z.string() })

export const FoldersQuery = z.object({ groupId: QueryText.optional() })

const Projects = z
  .array(z.string())
  .max(10_000)
  .meta({ description: 'Projects as <workspace>/<project>, or their address alone' })

const FolderFields = z.object({
  id: z.string(),
  name: z.string(),
  parent_id: z.string().nullable(),
  external_id: z.string().nullable(),
  projects: z.array(z.object({ id: z.string().meta({ description: '<workspace>/<project>' }) })),
})

export const FolderBody = FolderFields.meta({ id: 'Folder' })

export const FoldersBody = z.object({ data: z.array(FolderBody) }).meta({ id: 'Folders' })

/** Further keys are ignored. */
export const NewFolderBody = z
  .object({
    name: z.string(),
    parent_id: z.string().nullish(),
    external_id: z.string().min(1).max(200).nullish(),
    projects: Projects.optional(),
  })
  .meta({ id: 'NewFolder' })

export const FolderChangeBody = z
  .object({ name: z.string().optional(), parent_id: z.string().nullable().optional() })
  .meta({ id: 'FolderChange' })

export const FolderProjectsBody = z.object({ projects: Projects }).meta({ id: 'FolderProjects' })

export const FolderDeletedBody = z.object({ deleted: z.literal(true), id: z.string() }).meta({ id: 'FolderDeleted' })
