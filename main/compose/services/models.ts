import type { AnnotationService } from '#core/annotation/annotations/service'
import type { ProposalService } from '#core/annotation/proposals/service'
import type { ImageService } from '#core/dataset/images/service'
import { inferenceService } from '#core/models/inference/service'
import { modelLabelService } from '#core/models/labels/service'
import { playgroundService } from '#core/models/playground/service'
import { modelStoreService } from '#core/models/store/service'
import { modelService } from '#core/models/weights/service'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import type { Foundation } from '../foundation.ts'

interface Annotated {
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly proposals: ProposalService
}

/** Models: uploading weights, adding, removing, running and trying models, and annotating images with them. */
export function modelServices(foundation: Foundation, { images, annotations, proposals }: Annotated) {
  const { models: shelf, runtime, library, blobs, runner, clock, random } = foundation
  const { builtIns = [], loose, cores } = foundation
  const inference = inferenceService({ shelf, runtime, builtIns, now: () => performance.now() })
  const modelStore = openModelStore(foundation)
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

function openModelStore(foundation: Foundation) {
  const { models: shelf, runtime, library, runner, random, time, notes, modelSources } = foundation
  const { trashDays = DEFAULT_TRASH_DAYS } = foundation
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
