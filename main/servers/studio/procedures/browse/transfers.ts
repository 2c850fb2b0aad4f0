import { implement } from '@orpc/server'
import { transfersContract } from '#common/contract/browse/transfers'
import type { PickedImages } from '#common/contract/exports'
import type { ProjectSlug } from '#common/ids'
import { readSearch } from '#common/search/parse'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(transfersContract)

interface Asked {
  readonly project: ProjectSlug
  readonly target: ProjectSlug
  readonly picked: PickedImages
}

export function transferProcedures({ workspace, projects, transfers }: StudioServices) {
  async function routeOf({ project, target, picked }: Asked) {
    if ('filter' in picked) answer(readSearch(picked.filter.search ?? ''))
    return {
      from: answer(await projects.find(workspace, project)),
      into: answer(await projects.find(workspace, target)),
    }
  }

  return os.router({
    forecast: os.forecast.handler(async ({ input, signal }) =>
      answer(await transfers.forecast(await routeOf(input), input.picked, signal)),
    ),
    start: os.start.handler(async ({ input }) => ({
      taskId: answer(await transfers.start(workspace, await routeOf(input), input)),
    })),
  })
}
