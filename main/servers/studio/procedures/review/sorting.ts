import { implement } from '@orpc/server'
import { sortingContract } from '#common/contract/review/sorting'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(sortingContract)

export function sortingProcedures({ workspace, projects, sorting }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    label: os.label.handler(async ({ input }) => answer(await sorting.label(await find(input.project), input))),
    undo: os.undo.handler(async ({ input }) => answer(await sorting.move(await find(input.project), 'undo', input))),
    redo: os.redo.handler(async ({ input }) => answer(await sorting.move(await find(input.project), 'redo', input))),
  })
}
