import type { AnnotationService } from '#core/annotations/service'
import type { BlobStore } from '#core/images/ports'
import type { ImageService } from '#core/images/service'
import type { InstalledModel } from '#core/inference/ports'
import { inferenceService } from '#core/inference/service'
import { modelLabelService } from '#core/model-labels/service'
import { modelStoreService } from '#core/model-store/service'
import type { LoosePictureReader } from '#core/playground/ports'
import { playgroundService } from '#core/playground/service'
import type { Clock, Notes, Random } from '#core/ports'
import type { ProposalService } from '#core/proposals/service'
import type { TaskRunner } from '#core/tasks/ports'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import type { Library } from '#storage/library/library'
import type { ModelKeeping } from './model-keeping.ts'

interface ModelFoundation extends ModelKeeping {
  readonly library: Library
  readonly blobs: BlobStore
  readonly runner: TaskRunner
  readonly builtIns?: readonly InstalledModel[]
  readonly loose: LoosePictureReader
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  readonly trashDays?: number | undefined
  /** Pictures worked on at the same time. */
  readonly cores: number
}

interface Labelling {
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly proposals: ProposalService
}

/** What is done with models: they come and go, run, are tried, and label pictures. */
export function modelServices(foundation: ModelFoundation, { images, annotations, proposals }: Labelling) {
  const { models: shelf, runtime, library, blobs, runner, random, clock, notes } = foundation
  const { builtIns = [], trashDays = DEFAULT_TRASH_DAYS, modelSources, loose, cores } = foundation
  const { projects, workspaces, tasks } = library
  const inference = inferenceService({ shelf, runtime, builtIns, now: () => performance.now() })
  return {
    inference,
    playground: playgroundService({ inference, loose, random }),
    modelStore: modelStoreService({ ...modelSources, shelf, runtime, tasks, runner, clock, random, notes, trashDays }),
    modelLabels: modelLabelService({
      ...{ shelf, runtime, images, annotations, proposals, blobs, runner, projects, workspaces },
      inFlight: cores,
    }),
  }
}
