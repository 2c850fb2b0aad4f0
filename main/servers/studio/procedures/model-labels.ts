import { implement } from '@orpc/server'
import { modelLabelsContract } from '#common/contract/model-labels'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(modelLabelsContract)

export function modelLabelProcedures({ workspace, projects, modelLabels }: StudioServices) {
  return os.router({
    start: os.start.handler(async ({ input: { project: slug, overlap: iouThreshold, ...wish } }) => {
      const project = answer(await projects.find(workspace, slug))
      return { taskId: answer(await modelLabels.start(workspace, project, { ...wish, iouThreshold })) }
    }),
  })
}
