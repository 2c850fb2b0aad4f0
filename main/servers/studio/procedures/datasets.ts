import { implement } from '@orpc/server'
import { datasetsContract } from '#common/contract/datasets'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(datasetsContract)

export function datasetProcedures({ workspace, projects, datasets }: StudioServices) {
  return os.router({
    open: os.open.handler(async ({ input: { project, ...about } }) => ({
      dataset: answer(await datasets.open(answer(await projects.find(workspace, project)), about)),
    })),
    arrived: os.arrived.handler(async ({ input }) => {
      answer(await datasets.arrived(input.dataset, input.hidden))
      return {}
    }),
    check: os.check.handler(async ({ input }) => ({
      taskId: answer(await datasets.check(input.dataset, input.format)),
    })),
    plan: os.plan.handler(({ input }) => answer(datasets.plan(input.dataset))),
    images: os.images.handler(({ input }) => answer(datasets.images(input.dataset, input))),
    problems: os.problems.handler(({ input }) => answer(datasets.problems(input.dataset, input))),
    import: os.import.handler(async ({ input }) => ({
      taskId: answer(await datasets.start(workspace, input.dataset, input.wish)),
    })),
    waiting: os.waiting.handler(() => datasets.waiting().map((dataset) => ({ dataset }))),
    discard: os.discard.handler(async ({ input }) => {
      await datasets.discard(input.dataset)
      return {}
    }),
  })
}
