import { z } from 'zod'
import { ProjectBody } from './projects.ts'

export const IdentityBody = z
  .object({
    welcome: z.string(),
    instructions: z.string(),
    docs: z.url(),
    workspace: z.string(),
    read_only: z.string().optional().meta({ description: 'Why the library is read-only; absent while it is writable' }),
  })
  .meta({ id: 'Identity' })

export const WorkspaceBody = z
  .object({
    workspace: z.object({
      name: z.string(),
      url: z.string(),
      members: z.int(),
      projects: z.array(ProjectBody),
      damagedProjects: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .optional()
        .meta({
          description:
            'Projects that are damaged in the database; only where there are any. With a damaged address: workspace/id',
        }),
    }),
  })
  .meta({ id: 'Workspace' })
