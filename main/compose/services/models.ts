import type { AnnotationService } from '#core/annotation/annotations/service'
import type { ProposalService } from '#core/annotation/proposals/service'
import type { ImageService } from '#core/dataset/images/service'
import { inferenceService } from '#core/models/inference/service'
import { modelLabelService } from '#core/models/labels/service'
import { playgroundService } from '#core/models/playground/service'
import { modelStoreService } from '#core/models/store/service'
import { modelService } from '#core/models/weights/service'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import type { Adapters } from '../adapters/adapters.ts'

interface Annotated {
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly proposals: ProposalService
}

/** Models: uploading weights, adding, removing, running and trying models, and annotating images with them. */
export function modelServices(adapters: Adapters, { images, annotations, proposals }: Annotated) {
  const { models: shelf, runtime, library, blobs, runner, clock, random } = adapters
  const { builtIns = [], loose, cores } = adapters
  const inference = inferenceService({ shelf, runtime, builtIns, now: () => performance.now() })
  const modelStore = openModelStore(adapters)
  const modelLabels = modelLabelService({
    shelf,
    runtime,
    images,
    annotations,
    proposals,
    blobs,
    runner,
    projects: library.projects,
    workspaces: library.workspaces,
    inFlight: cores,
  })
  for (const work of [modelLabels.work, ...modelStore.works]) runner.register(work)
  return {
    inference,
    modelStore,
    modelLabels,
    models: modelService({ models: library.models, blobs, clock, random }),
    playground: playgroundService({ inference, loose, random }),
  }
}

function openModelStore(adapters: Adapters) {
  const { models: shelf, runtime, library, runner, random, time, notes, modelSources } = adapters
  const { trashDays = DEFAULT_TRASH_DAYS } = adapters
  return modelStoreService({
    ...modelSources,
    shelf,
    runtime,
    tasks: library.tasks,
    runner,
    random,
    notes,
    trashDays,
    clock: time,
    ages: time,
  })
}
