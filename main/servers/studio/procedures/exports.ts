import { implement } from '@orpc/server'
import { exportsContract } from '#common/contract/exports'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(exportsContract)

export function exportProcedures({ workspace, projects, versions, exports }: StudioServices) {
  async function find(input: { project: string; version: number }) {
    const project = answer(await projects.find(workspace, input.project))
    return { project, version: answer(await versions.findReady(project, input.version)) }
  }
  return os.router({
    formats: os.formats.handler(async ({ input }) => {
      const { project, version } = await find(input)
      return exports.formats(project, version)
    }),
    describe: os.describe.handler(async ({ input }) =>
      answer(await exports.describe(workspace, { ...(await find(input)), format: input.format })),
    ),
    start: os.start.handler(async ({ input }) => {
      const of = { ...(await find(input)), format: input.format }
      const state = answer(await exports.start(workspace, of))
      return { taskId: state.kind === 'making' ? state.taskId : state.record.taskId }
    }),
  })
}
