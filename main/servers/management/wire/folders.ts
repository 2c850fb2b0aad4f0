import type { z } from 'zod'
import type { ManagedFolder } from '#core/management/folders'
import type { FolderBody } from '../schemas/folders.ts'

export function toFolderBody(folder: ManagedFolder, workspace: string): z.input<typeof FolderBody> {
  const { id, name, parentId, externalId, projects } = folder
  return {
    id,
    name,
    parent_id: parentId ?? null,
    external_id: externalId ?? null,
    projects: projects.map((slug) => ({ id: `${workspace}/${slug}` })),
  }
}
