import type { AnnotationService } from '#core/annotation/annotations/service'
import type { ProposalService } from '#core/annotation/proposals/service'
import type { ImageService } from '#core/dataset/images/service'
import { inferenceService } from '#core/models/inference/service'
import { modelLabelService } from '#core/models/labels/service'
import { playgroundService } from '#core/models/playground/service'
import { modelStoreService } from '#core/models/store/service'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import type { Foundation } from './foundation.ts'

interface Labelling {
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly proposals: ProposalService
}

/** Services for models: adding, removing, running and trying them, and annotating images with them. */
export function modelServices(foundation: Foundation, { images, annotations, proposals }: Labelling) {
  const { models: shelf, runtime, library, blobs, runner, random, time, notes } = foundation
  const { builtIns = [], trashDays = DEFAULT_TRASH_DAYS, modelSources, loose, cores } = foundation
  const { projects, workspaces, tasks } = library
  const inference = inferenceService({ shelf, runtime, builtIns, now: () => performance.now() })
  return {
    inference,
    playground: playgroundService({ inference, loose, random }),
    modelStore: modelStoreService({
      ...{ ...modelSources, shelf, runtime, tasks, runner, random, notes, trashDays },
      clock: time,
      ages: time,
    }),
    modelLabels: modelLabelService({
      ...{ shelf, runtime, images, annotations, proposals, blobs, runner, projects, workspaces },
      inFlight: cores,
    }),
  }
}
