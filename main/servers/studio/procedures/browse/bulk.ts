import { implement } from '@orpc/server'
import { bulkContract } from '#common/contract/browse/bulk'
import { readSearch } from '#common/search/parse'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(bulkContract)

export function bulkProcedures({ workspace, projects, bulk }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    run: os.run.handler(async ({ input: { project, picked, act } }) => {
      if ('filter' in picked) answer(readSearch(picked.filter.search ?? ''))
      return answer(await bulk.run(await find(project), picked, act))
    }),
    undo: os.undo.handler(async ({ input: { project, id } }) => answer(await bulk.undo(await find(project), id))),
    log: os.log.handler(async ({ input }) => bulk.log(await find(input.project))),
  })
}
