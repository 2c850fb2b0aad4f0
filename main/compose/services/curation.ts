import { setImmediate as breathe } from 'node:timers/promises'
import { bulkService } from '#core/curation/bulk/service'
import { classService } from '#core/curation/classes/service'
import { splitService } from '#core/curation/splits/service'
import { transferService } from '#core/curation/transfers/service'
import type { Adapters } from '../adapters/adapters.ts'
import type { DatasetServices } from './dataset.ts'

export type CurationServices = ReturnType<typeof curationServices>

/** Commands on very many images or annotations at once. */
export function curationServices(adapters: Adapters, { images, projects }: DatasetServices) {
  const { library, runner, notes, clock, random, logFailure } = adapters
  const bulk = bulkService({ bulk: library.bulk, images, runner, breathe, clock, random, notes, logFailure })
  const transfers = transferService({ ...library, images, runner, clock, notes, breathe })
  const splits = splitService({
    splits: library.splits,
    projects: library.projects,
    jobs: library.annotationJobs,
    runner,
    notes,
  })
  for (const { work } of [bulk, transfers, splits]) runner.register(work)
  return { bulk, transfers, splits, classes: classService({ classes: library.classes, projects, bulk, clock, notes }) }
}
