import { implement } from '@orpc/server'
import { jobsContract } from '#common/contract/jobs'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(jobsContract)

/** Without what follows the making of a job: the API neither changes nor reviews one. */
export function remoteJobsRouter({ jobs }: RemoteStudio) {
  return {
    board: os.board.handler(async ({ input }) => answer(await jobs.board(input.project))),
    list: os.list.handler(async ({ input }) => answer(await jobs.list(input.project))),
    create: os.create.handler(async ({ input: { project, ...wanted } }) => answer(await jobs.create(project, wanted))),
    imagePage: os.imagePage.handler(async ({ input: { project, job, ...window } }) =>
      answer(await jobs.imagePage(project, job, window)),
    ),
  }
}
