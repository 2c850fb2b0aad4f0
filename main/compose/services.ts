import { folderService } from '#core/access/folders/service'
import { keyService } from '#core/access/keys/service'
import { taskService } from '#core/tasks/service'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import { trashService } from '#core/trash/service'
import { workflowService } from '#core/workflows/service'
import type { Adapters } from './adapters/adapters.ts'
import { annotationServices } from './services/annotation.ts'
import { catalogServices } from './services/catalog.ts'
import { curationServices } from './services/curation.ts'
import { datasetServices } from './services/dataset.ts'
import { exchangeServices } from './services/exchange.ts'
import { modelServices } from './services/models.ts'
import { versionServices } from './services/versions.ts'

export type Services = ReturnType<typeof createServices>

/** Every service of the core, by domain. Each domain registers its tasks. */
export function createServices(adapters: Adapters) {
  const { library, runner, workspace, clock, random, notes } = adapters
  const tasks = taskService({ tasks: library.tasks, runner })
  const dataset = datasetServices(adapters)
  const curation = curationServices(adapters, dataset)
  const annotation = annotationServices(adapters, { ...dataset, ...curation })
  return {
    workspace,
    random,
    tasks,
    keys: keyService({ keys: library.keys, folders: library.folders, clock, random, notes }),
    folders: folderService({ folders: library.folders, clock, random, notes }),
    ...dataset,
    ...curation,
    ...annotation,
    ...versionServices(adapters),
    ...exchangeServices(adapters, { ...dataset, ...annotation, tasks }),
    ...catalogServices(adapters),
    ...modelServices(adapters, { ...dataset, ...annotation }),
    workflows: workflowService({ workflows: library.workflows, clock, random, notes }),
    trash: openTrash(adapters),
  }
}

function openTrash({ library, runner, notes, time, trashDays = DEFAULT_TRASH_DAYS }: Adapters) {
  return trashService({ trash: library.trash, runner, clock: time, ages: time, notes, days: trashDays })
}
