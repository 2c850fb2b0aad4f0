import { implement } from '@orpc/server'
import { tasksContract } from '#common/contract/tasks'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(tasksContract)

export function taskProcedures({ workspace, tasks }: StudioServices) {
  return os.router({
    list: os.list.handler(() => tasks.list(workspace)),
    read: os.read.handler(async ({ input }) => answer(await tasks.read(workspace, input.taskId))),
    cancel: os.cancel.handler(async ({ input }) => {
      answer(await tasks.cancel(workspace, input.taskId))
      return {}
    }),
  })
}
