import { implement } from '@orpc/server'
import { splitsContract } from '#common/contract/splits'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(splitsContract)

export function splitProcedures({ workspace, projects, splits }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    preview: os.preview.handler(async ({ input }) =>
      answer(await splits.preview(await find(input.project), input.request, input.page)),
    ),
    start: os.start.handler(async ({ input }) => ({
      taskId: answer(await splits.start(await find(input.project), input.request)),
    })),
    undo: os.undo.handler(async ({ input }) => ({ moved: await splits.undo(await find(input.project), input.taskId) })),
  })
}
