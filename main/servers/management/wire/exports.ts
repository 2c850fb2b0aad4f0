import type { z } from 'zod'
import type { ExportAnswer, VersionAnswer } from '#core/management/model'
import type { CallersLinks } from '../links.ts'
import type { ExportReadyBody, VersionAnswerBody } from '../schemas/exports.ts'
import { toHeadBody } from './kit.ts'
import { toProjectBody } from './projects.ts'
import { toVersionBody } from './versions.ts'

type ReadyExport = Extract<ExportAnswer, { kind: 'ready' }>

export function toVersionAnswerBody({
  workspace,
  project,
  version,
}: VersionAnswer): z.output<typeof VersionAnswerBody> {
  return {
    workspace: toHeadBody(workspace),
    project: toProjectBody(project, workspace.slug),
    version: toVersionBody(version, `${workspace.slug}/${project.slug}`),
  }
}

export function toExportBody(
  exported: ReadyExport,
  links: Pick<CallersLinks, 'archive'>,
): z.output<typeof ExportReadyBody> {
  const { project, version, format, archive } = exported
  const fileName = `${project.slug}.v${version.number}.${format}.zip`
  return {
    ...toVersionAnswerBody(exported),
    progress: 1,
    export: { format, link: links.archive(fileName, archive) },
  }
}
