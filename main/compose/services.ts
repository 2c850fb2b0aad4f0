import { folderService } from '#core/access/folders/service'
import { keyService } from '#core/access/keys/service'
import { taskService } from '#core/tasks/service'
import { DEFAULT_TRASH_DAYS } from '#core/trash/rules'
import { trashService } from '#core/trash/service'
import { workflowService } from '#core/workflows/service'
import type { Foundation } from './foundation.ts'
import { annotationServices } from './services/annotation.ts'
import { catalogServices } from './services/catalog.ts'
import { curationServices } from './services/curation.ts'
import { datasetServices } from './services/dataset.ts'
import { exchangeServices } from './services/exchange.ts'
import { modelServices } from './services/models.ts'
import { versionServices } from './services/versions.ts'

export type Services = ReturnType<typeof createServices>

/** Every service of the core, by domain. Each domain registers its tasks. */
export function createServices(foundation: Foundation) {
  const { library, runner, workspace, clock, random, notes } = foundation
  const tasks = taskService({ tasks: library.tasks, runner })
  const dataset = datasetServices(foundation)
  const curation = curationServices(foundation, dataset)
  const annotation = annotationServices(foundation, { ...dataset, ...curation })
  return {
    workspace,
    random,
    tasks,
    keys: keyService({ keys: library.keys, folders: library.folders, clock, random, notes }),
    folders: folderService({ folders: library.folders, clock, random, notes }),
    ...dataset,
    ...curation,
    ...annotation,
    ...versionServices(foundation),
    ...exchangeServices(foundation, { ...dataset, ...annotation, tasks }),
    ...catalogServices(foundation),
    ...modelServices(foundation, { ...dataset, ...annotation }),
    workflows: workflowService({ workflows: library.workflows, clock, random, notes }),
    trash: openTrash(foundation),
  }
}

function openTrash({ library, runner, notes, time, trashDays = DEFAULT_TRASH_DAYS }: Foundation) {
  return trashService({ trash: library.trash, runner, clock: time, ages: time, notes, days: trashDays })
}
