import { annotationsElsewhere } from './annotations/service.ts'
import { catalogElsewhere } from './catalog.ts'
import { exportsElsewhere } from './exports.ts'
import { foldersElsewhere } from './folders.ts'
import { healthElsewhere } from './health.ts'
import { imagesElsewhere } from './images.ts'
import { fetchesElsewhere } from './imports/fetch.ts'
import { importsElsewhere } from './imports/files.ts'
import { importReports } from './imports/reports.ts'
import { jobsElsewhere } from './jobs.ts'
import { keysElsewhere } from './keys.ts'
import type { Elsewhere } from './ports.ts'
import { projectsElsewhere } from './projects.ts'
import { searchExportsElsewhere } from './search-exports.ts'
import { splitsElsewhere } from './splits.ts'
import { tasksElsewhere } from './tasks.ts'
import { trashElsewhere } from './trash.ts'
import { versionsElsewhere } from './versions.ts'

export type StudioElsewhere = ReturnType<typeof studioElsewhere>

/** What the screens show and do while the studio works on another machine: all of it over that machine's management API. */
export function studioElsewhere(elsewhere: Elsewhere) {
  const projects = projectsElsewhere(elsewhere)
  const annotations = annotationsElsewhere({ ...elsewhere, projects })
  const images = imagesElsewhere({ ...elsewhere, projects, shapesOf: annotations.shapes })
  const tasks = tasksElsewhere(elsewhere)
  const folders = foldersElsewhere(elsewhere)
  const reports = importReports()
  return {
    ...{ projects, annotations, images, tasks, folders, reports },
    jobs: jobsElsewhere({ ...elsewhere, images }),
    imports: importsElsewhere({ ...elsewhere, tasks, reports }),
    fetches: fetchesElsewhere({ ...elsewhere, tasks, reports }),
    catalog: catalogElsewhere({ ...elsewhere, tasks }),
    versions: versionsElsewhere({ ...elsewhere, projects, images, annotations, tasks }),
    splits: splitsElsewhere({ ...elsewhere, projects, tasks }),
    exports: exportsElsewhere({ ...elsewhere, tasks }),
    searchExports: searchExportsElsewhere({ ...elsewhere, projects, images, tasks }),
    health: healthElsewhere(elsewhere),
    trash: trashElsewhere(elsewhere),
    keys: keysElsewhere({ ...elsewhere, folders }),
  }
}
