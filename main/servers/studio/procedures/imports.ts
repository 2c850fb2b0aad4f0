import { implement } from '@orpc/server'
import { importsContract } from '#common/contract/imports'
import { said } from '#common/messages/sentence'
import { saidOutcome } from '#core/dataset/images/outcome'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(importsContract)

export function importProcedures({ workspace, projects, imports, fetches }: StudioServices) {
  return os.router({
    start: os.start.handler(async ({ input }) => {
      const project = answer(await projects.find(workspace, input.project))
      return answer(await imports.start(project, input.batchName, input.expected))
    }),
    expect: os.expect.handler(({ input }) => {
      answer(imports.expect(input.taskId, input.expected))
      return {}
    }),
    finish: os.finish.handler(async ({ input }) => answer(await imports.finish(input.taskId))),
    fetch: os.fetch.handler(async ({ input: { project, ...wanted } }) => ({
      taskId: await fetches.start(workspace, answer(await projects.find(workspace, project)), wanted),
    })),
    fetchAgain: os.fetchAgain.handler(async ({ input }) => ({
      taskId: answer(await fetches.again(workspace, input.taskId)),
    })),
    counts: os.counts.handler(({ input }) => imports.counts(input.taskId)),
    reasons: os.reasons.handler(async ({ input }) =>
      (await imports.reasons(input.taskId)).map(({ reason, files }) => ({ reason: said(reason), files })),
    ),
    report: os.report.handler(async ({ input }) => {
      const { total, rows } = await imports.report(input.taskId, input.only, input)
      return { total, rows: rows.map(saidOutcome) }
    }),
  })
}
