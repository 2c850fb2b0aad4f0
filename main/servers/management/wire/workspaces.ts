import type { z } from 'zod'
import type { ManagedWorkspace } from '#core/management/model'
import type { WorkspaceBody } from '../schemas/workspaces.ts'
import { toHeadBody } from './kit.ts'
import { toProjectBody } from './projects.ts'

export function toWorkspaceBody({ projects, ...head }: ManagedWorkspace): z.output<typeof WorkspaceBody> {
  return { workspace: { ...toHeadBody(head), projects: projects.map((project) => toProjectBody(project, head.slug)) } }
}
