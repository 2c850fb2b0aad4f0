import { z } from 'zod'
import { ProjectBody } from './projects.ts'

export const IdentityBody = z
  .object({ welcome: z.string(), instructions: z.string(), docs: z.url(), workspace: z.string() })
  .meta({ id: 'Identity' })

export const WorkspaceBody = z
  .object({
    workspace: z.object({ name: z.string(), url: z.string(), members: z.int(), projects: z.array(ProjectBody) }),
  })
  .meta({ id: 'Workspace' })
