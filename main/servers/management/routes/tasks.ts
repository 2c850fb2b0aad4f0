import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { FAILURES } from '../schemas/kit.ts'
import { TaskBody, TaskPath } from '../schemas/tasks.ts'
import type { ManagementServer } from '../validation.ts'
import { originOf } from '../wire/links.ts'
import { toTaskBody } from '../wire/tasks.ts'

export function taskRoutes(server: ManagementServer): void {
  server.get('/:workspace/asynctasks/:id', {
    config: { scope: null },
    schema: {
      summary: 'How far a task is',
      tags: ['Tasks'],
      params: TaskPath,
      response: { 200: TaskBody, ...FAILURES },
    },
    handler: async (request) =>
      toTaskBody(answer(await managementOf(request).task(request.params.id)), originOf(request)),
  })
}
