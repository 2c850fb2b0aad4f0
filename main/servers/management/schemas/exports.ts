import { z } from 'zod'
import { VersionPath } from './kit.ts'
import { ProjectBody, WorkspaceHeadBody } from './projects.ts'
import { VersionBody } from './versions.ts'

export const VersionAnswerBody = z
  .object({ workspace: WorkspaceHeadBody, project: ProjectBody, version: VersionBody })
  .meta({ id: 'VersionAnswer' })

export const ExportPath = VersionPath.extend({ format: z.string() })

export const ExportWorkingBody = z.object({ progress: z.number().min(0).lt(1) }).meta({ id: 'ExportWorking' })

export const ExportReadyBody = VersionAnswerBody.extend({
  progress: z.literal(1),
  export: z.object({
    format: z.string(),
    link: z.string().meta({ description: 'Of the archive. It carries its own private key: do not share it' }),
  }),
}).meta({ id: 'ExportReady' })
