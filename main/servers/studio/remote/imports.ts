import { implement } from '@orpc/server'
import { importsContract } from '#common/contract/imports'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(importsContract)

export function remoteImportsRouter({ imports, fetches, reports }: RemoteStudio) {
  return {
    start: os.start.handler(({ input }) => imports.start(input.project, input.batchName, input.expected)),
    expect: os.expect.handler(({ input }) => {
      answer(imports.expect(input.taskId, input.expected))
      return {}
    }),
    finish: os.finish.handler(({ input }) => answer(imports.finish(input.taskId))),
    fetch: os.fetch.handler(({ input }) => ({ taskId: fetches.start(input) })),
    fetchAgain: os.fetchAgain.handler(({ input }) => ({ taskId: answer(fetches.again(input.taskId)) })),
    counts: os.counts.handler(({ input }) => reports.counts(input.taskId)),
    report: os.report.handler(({ input }) => reports.rows(input.taskId, input.only, input)),
  }
}
