import { implement } from '@orpc/server'
import { modelLabelsContract } from '#common/contract/models/model-labels'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'
import { listModels } from './list-models.ts'

const os = implement(modelLabelsContract)

export function modelLabelProcedures(services: StudioServices) {
  const { workspace, projects, modelLabels } = services
  return os.router({
    models: os.models.handler(() => listModels(services)),
    start: os.start.handler(async ({ input: { project: slug, overlap: iouThreshold, ...wish } }) => {
      const project = answer(await projects.find(workspace, slug))
      return { taskId: answer(await modelLabels.start(workspace, project, { ...wish, iouThreshold })) }
    }),
  })
}
