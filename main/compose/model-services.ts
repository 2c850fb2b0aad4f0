import type { InstalledModel } from '#core/inference/ports'
import { inferenceService } from '#core/inference/service'
import { modelStoreService } from '#core/model-store/service'
import type { LoosePictureReader } from '#core/playground/ports'
import { playgroundService } from '#core/playground/service'
import type { Clock, Notes, Random } from '#core/ports'
import type { TaskRepository, TaskRunner } from '#core/tasks/ports'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import type { ModelKeeping } from './model-keeping.ts'

interface ModelFoundation extends ModelKeeping {
  readonly library: { readonly tasks: TaskRepository }
  readonly runner: TaskRunner
  readonly builtIns?: readonly InstalledModel[]
  readonly loose: LoosePictureReader
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  readonly trashDays?: number | undefined
}

/** What the models of the library are asked, how they come in, and how they go. */
export function modelServices({ models: shelf, runtime, modelSources, library, runner, ...rest }: ModelFoundation) {
  const { builtIns = [], loose, clock, random, notes, trashDays = DEFAULT_TRASH_DAYS } = rest
  const inference = inferenceService({ shelf, runtime, builtIns, now: () => performance.now() })
  const outside = { tasks: library.tasks, runner, clock, random, notes, trashDays }
  return {
    inference,
    playground: playgroundService({ inference, loose, random }),
    modelStore: modelStoreService({ ...modelSources, shelf, runtime, ...outside }),
  }
}
