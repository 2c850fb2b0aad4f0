import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { FAILURES, ProjectPath } from '../schemas/kit.ts'
import { RebalanceBody } from '../schemas/splits.ts'
import { TaskCreatedBody } from '../schemas/tasks.ts'
import type { ManagementServer } from '../validation.ts'
import { originOf, taskLink } from '../wire/links.ts'

export function splitRoutes(server: ManagementServer): void {
  server.post('/:workspace/:project/splits/rebalance', {
    config: { scope: 'project:update' },
    schema: {
      summary: 'Rebalance train, valid and test',
      tags: ['Projects'],
      params: ProjectPath,
      body: RebalanceBody,
      response: { 202: TaskCreatedBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { workspace, project } = request.params
      const { splits, ...wanted } = request.body
      const taskId = answer(await managementOf(request).rebalance(project, { shares: splits, ...wanted }))
      return reply.code(202).send({ taskId, url: taskLink(originOf(request), workspace, taskId) })
    },
  })
}
