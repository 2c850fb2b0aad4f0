import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { ErrorBody, FAILURES, ProjectPath, WorkspacePath } from '../schemas/kit.ts'
import { NewProjectBody, ProjectAnswerBody, ProjectBody } from '../schemas/projects.ts'
import type { ManagementServer } from '../validation.ts'
import { toProjectAnswerBody, toProjectBody } from '../wire/projects.ts'

export function projectRoutes(server: ManagementServer): void {
  server.post('/:workspace/projects', {
    config: { scope: 'project:create' },
    schema: {
      summary: 'Create a project',
      tags: ['Projects'],
      params: WorkspacePath,
      body: NewProjectBody,
      response: { 201: ProjectBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request, reply) => {
      const { name, type, license, annotation } = request.body
      const wanted = { name, type, ...(license && { license }), ...(annotation && { annotationGroup: annotation }) }
      const project = answer(await managementOf(request).createProject(wanted))
      return reply.code(201).send(toProjectBody(project, request.params.workspace))
    },
  })

  server.get('/:workspace/:project', {
    config: { scope: 'project:read' },
    schema: {
      summary: 'A project and its versions',
      tags: ['Projects'],
      params: ProjectPath,
      response: { 200: ProjectAnswerBody, ...FAILURES },
    },
    handler: async (request) =>
      toProjectAnswerBody(answer(await managementOf(request).project(request.params.project))),
  })
}
