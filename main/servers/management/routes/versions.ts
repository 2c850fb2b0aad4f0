import { setImmediate as turn } from 'node:timers/promises'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import type { Links } from '../links.ts'
import { ExportPath, ExportReadyBody, ExportWorkingBody, VersionAnswerBody } from '../schemas/exports.ts'
import { ErrorBody, FAILURES, ProjectPath, VersionPath } from '../schemas/kit.ts'
import { GenerateAnswerBody, GenerateBody } from '../schemas/versions.ts'
import type { ManagementServer } from '../validation.ts'
import { toExportBody, toVersionAnswerBody } from '../wire/exports.ts'
import { originOf, taskLink } from '../wire/links.ts'
import { readVersionNumber, toWantedVersion } from '../wire/versions.ts'

export function versionRoutes(server: ManagementServer, links: Links): void {
  server.post('/:workspace/:project/generate', {
    config: { scope: 'version:update' },
    schema: {
      summary: 'Freeze the project as a new version and start rendering it',
      tags: ['Versions'],
      params: ProjectPath,
      body: GenerateBody,
      response: { 200: GenerateAnswerBody, ...FAILURES },
    },
    handler: async (request) => {
      const { workspace, project } = request.params
      // Settings may hold thousands of classes: others get their turn between the reading and the judging of them.
      await turn()
      const started = answer(await managementOf(request).generate(project, toWantedVersion(request.body)))
      const { version, taskId } = started
      const url = taskId && taskLink(originOf(request), workspace, taskId)
      return { message: `Version ${version} is being generated`, version, taskId, url }
    },
  })

  server.get('/:workspace/:project/:version', {
    config: { scope: 'version:read' },
    schema: {
      summary: 'A version',
      tags: ['Versions'],
      params: VersionPath,
      response: { 200: VersionAnswerBody, ...FAILURES },
    },
    handler: async (request) => {
      const { project, version } = request.params
      const number = answer(readVersionNumber(version))
      return toVersionAnswerBody(answer(await managementOf(request).version(project, number)))
    },
  })

  server.get('/:workspace/:project/:version/:format', {
    config: { scope: 'version:read' },
    schema: {
      summary: 'Export a version; ask again until the link is there',
      tags: ['Versions'],
      params: ExportPath,
      response: { 200: ExportReadyBody, 202: ExportWorkingBody, ...FAILURES, 409: ErrorBody, 503: ErrorBody },
    },
    handler: async (request, reply) => {
      const { project, version, format } = request.params
      const number = answer(readVersionNumber(version))
      const exported = answer(await managementOf(request).export(project, number, format))
      if (exported.kind === 'working') return reply.code(202).send({ progress: exported.progress })
      return reply.code(200).send(toExportBody(exported, links.of(request)))
    },
  })
}
