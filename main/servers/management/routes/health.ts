import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { HealthBody, HealthQuery } from '../schemas/health.ts'
import { FAILURES, ProjectPath } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toHealthBody } from '../wire/health.ts'
import { isTrue } from '../wire/kit.ts'

export function healthRoutes(server: ManagementServer): void {
  server.get('/:workspace/:project/health', {
    config: { scope: 'project:read' },
    schema: {
      summary: 'How even, how large and how completely labelled the dataset is',
      tags: ['Projects'],
      params: ProjectPath,
      querystring: HealthQuery,
      response: { 200: HealthBody, ...FAILURES },
    },
    handler: async (request) => {
      const regenerate = isTrue(request.query.regenerate)
      return toHealthBody(answer(await managementOf(request).health.read(request.params.project, { regenerate })))
    },
  })
}
