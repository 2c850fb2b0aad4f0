import { implement } from '@orpc/server'
import { splitsContract } from '#common/contract/splits'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(splitsContract)

/** Without undo: the API does not move single images back. */
export function remoteSplitsRouter({ splits }: RemoteStudio) {
  return {
    preview: os.preview.handler(async ({ input }) => answer(await splits.preview(input.project, input.request))),
    start: os.start.handler(async ({ input }) => ({
      taskId: answer(await splits.start(input.project, input.request)),
    })),
  }
}
