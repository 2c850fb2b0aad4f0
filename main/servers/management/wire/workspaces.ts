import type { z } from 'zod'
import type { ManagedWorkspace } from '#core/management/model'
import type { WorkspaceBody } from '../schemas/workspaces.ts'
import { toHeadBody } from './kit.ts'
import { toProjectBody } from './projects.ts'

export function toWorkspaceBody(workspace: ManagedWorkspace): z.output<typeof WorkspaceBody> {
  const { projects, damagedProjects = [], ...head } = workspace
  const damaged = damagedProjects.map(({ slug, name }) => ({ id: `${head.slug}/${slug}`, name }))
  return {
    workspace: {
      ...toHeadBody(head),
      projects: projects.map((project) => toProjectBody(project, head.slug)),
      ...(damaged.length > 0 && { damagedProjects: damaged }),
    },
  }
}
