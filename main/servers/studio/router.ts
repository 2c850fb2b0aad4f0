import { implement } from '@orpc/server'
import { studioContract } from '#common/contract/contract'
import { annotationProcedures } from './procedures/annotations.ts'
import { bulkProcedures } from './procedures/browse/bulk.ts'
import { savedViewProcedures } from './procedures/browse/saved-views.ts'
import { similarProcedures } from './procedures/browse/similar.ts'
import { transferProcedures } from './procedures/browse/transfers.ts'
import { triageProcedures } from './procedures/browse/triage.ts'
import { catalogProcedures } from './procedures/catalog.ts'
import { classProcedures } from './procedures/classes/classes.ts'
import { connectionProcedures } from './procedures/connections.ts'
import { datasetProcedures } from './procedures/datasets.ts'
import { eventProcedures } from './procedures/events.ts'
import { exportProcedures } from './procedures/exports.ts'
import { folderProcedures } from './procedures/folders.ts'
import { healthProcedures } from './procedures/health.ts'
import { imageProcedures } from './procedures/images.ts'
import { importProcedures } from './procedures/imports.ts'
import { jobProcedures } from './procedures/jobs.ts'
import { keyProcedures } from './procedures/keys.ts'
import { libraryProcedures } from './procedures/library.ts'
import { modelLabelProcedures } from './procedures/models/model-labels.ts'
import { modelProcedures } from './procedures/models/models.ts'
import { playgroundProcedures } from './procedures/models/playground.ts'
import { projectProcedures } from './procedures/projects.ts'
import { remoteProcedures } from './procedures/remote.ts'
import { commentProcedures } from './procedures/review/comments.ts'
import { sortingProcedures } from './procedures/review/sorting.ts'
import { segmentProcedures } from './procedures/segment.ts'
import { sessionProcedures } from './procedures/session.ts'
import { splitProcedures } from './procedures/splits.ts'
import { taskProcedures } from './procedures/tasks.ts'
import { trashProcedures } from './procedures/trash.ts'
import { versionDiffProcedures } from './procedures/versions/version-diff.ts'
import { versionProcedures } from './procedures/versions/versions.ts'
import type { StudioServices } from './services.ts'

export type StudioRouter = ReturnType<typeof studioRouter>

/** Every procedure of the contract, each a call or two into the services. */
export function studioRouter(services: StudioServices) {
  return implement(studioContract).router({
    session: sessionProcedures(services),
    library: libraryProcedures(services),
    projects: projectProcedures(services),
    classes: classProcedures(services),
    images: imageProcedures(services),
    bulk: bulkProcedures(services),
    transfers: transferProcedures(services),
    savedViews: savedViewProcedures(services),
    triage: triageProcedures(services),
    similar: similarProcedures(services),
    imports: importProcedures(services),
    datasets: datasetProcedures(services),
    annotations: annotationProcedures(services),
    comments: commentProcedures(services),
    sorting: sortingProcedures(services),
    splits: splitProcedures(services),
    versions: versionProcedures(services),
    versionDiff: versionDiffProcedures(services),
    exports: exportProcedures(services),
    remote: remoteProcedures(services),
    keys: keyProcedures(services),
    segment: segmentProcedures(services),
    tasks: taskProcedures(services),
    trash: trashProcedures(services),
    health: healthProcedures(services),
    catalog: catalogProcedures(services),
    connections: connectionProcedures(services),
    jobs: jobProcedures(services),
    folders: folderProcedures(services),
    models: modelProcedures(services),
    modelLabels: modelLabelProcedures(services),
    playground: playgroundProcedures(services),
    events: eventProcedures(services),
  })
}
