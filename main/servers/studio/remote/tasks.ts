import { implement } from '@orpc/server'
import { tasksContract } from '#common/contract/tasks'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(tasksContract)

export function remoteTasksRouter({ tasks }: RemoteStudio) {
  return {
    list: os.list.handler(() => tasks.list()),
    read: os.read.handler(({ input }) => answer(tasks.read(input.taskId))),
    cancel: os.cancel.handler(({ input }) => {
      answer(tasks.cancel(input.taskId))
      return {}
    }),
  }
}
