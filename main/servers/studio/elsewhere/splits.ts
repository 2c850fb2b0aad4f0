import { implement } from '@orpc/server'
import { splitsContract } from '#common/contract/splits'
import type { StudioElsewhere } from '#core/elsewhere/service'
import { answer } from '../answer.ts'

const os = implement(splitsContract)

/** Without undo: the API does not move single pictures back. */
export function splitsThere({ splits }: StudioElsewhere) {
  return {
    preview: os.preview.handler(async ({ input }) => answer(await splits.preview(input.project, input.request))),
    start: os.start.handler(async ({ input }) => ({
      taskId: answer(await splits.start(input.project, input.request)),
    })),
  }
}
