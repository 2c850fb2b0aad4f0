import { annotationsContract } from './annotations.ts'
import { bulkContract } from './browse/bulk.ts'
import { savedViewsContract } from './browse/saved-views.ts'
import { similarContract } from './browse/similar.ts'
import { transfersContract } from './browse/transfers.ts'
import { triageContract } from './browse/triage.ts'
import { classesContract } from './classes/classes.ts'
import { datasetsContract } from './datasets.ts'
import { eventsContract } from './events.ts'
import { exportsContract } from './exports.ts'
import { healthContract } from './health.ts'
import { imagesContract } from './images.ts'
import { importsContract } from './imports.ts'
import { jobsContract } from './jobs.ts'
import { libraryContract } from './library.ts'
import { modelLabelsContract } from './models/model-labels.ts'
import { modelsContract } from './models/models.ts'
import { playgroundContract } from './models/playground.ts'
import { projectsContract } from './projects.ts'
import { remoteContract } from './remote.ts'
import { commentsContract } from './review/comments.ts'
import { sortingContract } from './review/sorting.ts'
import { segmentContract } from './segment.ts'
import { sessionContract } from './session.ts'
import { splitsContract } from './splits.ts'
import { tasksContract } from './tasks.ts'
import { versionDiffContract } from './version-diff.ts'
import { versionsContract } from './versions.ts'
import { catalogContract } from './workspace/catalog.ts'
import { connectionsContract } from './workspace/connections.ts'
import { foldersContract } from './workspace/folders.ts'
import { keysContract } from './workspace/keys.ts'
import { trashContract } from './workspace/trash.ts'

/** Everything the studio's pages can ask of the core, over a message port or a WebSocket. */
export const studioContract = {
  session: sessionContract,
  library: libraryContract,
  projects: projectsContract,
  classes: classesContract,
  images: imagesContract,
  bulk: bulkContract,
  transfers: transfersContract,
  savedViews: savedViewsContract,
  triage: triageContract,
  similar: similarContract,
  imports: importsContract,
  datasets: datasetsContract,
  annotations: annotationsContract,
  comments: commentsContract,
  sorting: sortingContract,
  splits: splitsContract,
  versions: versionsContract,
  versionDiff: versionDiffContract,
  exports: exportsContract,
  remote: remoteContract,
  keys: keysContract,
  segment: segmentContract,
  tasks: tasksContract,
  trash: trashContract,
  connections: connectionsContract,
  health: healthContract,
  catalog: catalogContract,
  jobs: jobsContract,
  folders: foldersContract,
  models: modelsContract,
  modelLabels: modelLabelsContract,
  playground: playgroundContract,
  events: eventsContract,
}
