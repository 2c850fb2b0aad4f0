import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CommitQueue, commitQueue } from '../kit/commit-queue.ts'
import { openDatabase, type ReadDb } from '../kit/db.ts'
import { lockFolder } from '../kit/folder-lock.ts'
import { migrate } from '../kit/migrate.ts'
import { annotationRepository } from './annotations/annotations.ts'
import { bulkRepository } from './browse/bulk.ts'
import { savedViewRepository } from './browse/saved-views.ts'
import { transferRepository } from './browse/transfers.ts'
import { triageRepository } from './browse/triage.ts'
import { classRepository } from './classes/classes.ts'
import { exportRepository } from './dataset/exports.ts'
import { healthRepository } from './dataset/health.ts'
import { imageRepository } from './dataset/images.ts'
import { importRepository } from './dataset/imports.ts'
import { knownPictures } from './dataset/known-pictures.ts'
import { projectRepository } from './dataset/projects.ts'
import { proposalRepository } from './dataset/proposals.ts'
import { searchRepository } from './dataset/search.ts'
import { searchExportRepository } from './dataset/search-exports.ts'
import { splitRepository } from './dataset/splits.ts'
import { taggingRepository } from './dataset/tagging.ts'
import { versionDiffRepository } from './dataset/version-diff.ts'
import { versionRepository } from './dataset/versions.ts'
import { LIBRARY_MIGRATIONS } from './migrations/registry.ts'
import { commentRepository } from './review/comments.ts'
import { annotationJobRepository } from './workspace/annotation-jobs.ts'
import { catalogRepository } from './workspace/catalog.ts'
import { copyRepository } from './workspace/copies.ts'
import { folderRepository } from './workspace/folders.ts'
import { keyRepository } from './workspace/keys.ts'
import { modelRepository } from './workspace/models.ts'
import { taskRepository } from './workspace/tasks.ts'
import { trashRepository } from './workspace/trash.ts'
import { workflowRepository } from './workspace/workflows.ts'
import { workspaceRepository } from './workspace/workspaces.ts'

/** Of imports and other work in lanes; a person does not notice it. */
const GATHER_MS = 4

export type Library = ReturnType<typeof openLibrary>

/** Opens the library folder for this process alone: takes its lock, brings `library.db` up to date, prepares every statement. */
export function openLibrary(folder: string, now: Date) {
  mkdirSync(folder, { recursive: true })
  const lock = lockFolder({ what: 'library', folder }, now)
  const database = openDatabase(join(folder, 'library.db'))
  migrate(database.raw, LIBRARY_MIGRATIONS)
  const commits = commitQueue(database.raw, { gatherMs: GATHER_MS })
  const db = database.raw
  return {
    ...repositoriesOf(db, commits),
    /** Bytes of all stored pictures and archives; smaller copies for the screens are not counted. */
    usedBytes: usedBytesOf(db),
    close() {
      database.close()
      lock.release()
    },
  }
}

function repositoriesOf(db: ReadDb, commits: CommitQueue) {
  return {
    workspaces: workspaceRepository(db, commits),
    keys: keyRepository(db, commits),
    projects: projectRepository(db, commits),
    images: imageRepository(db, commits),
    classes: classRepository(db, commits),
    bulk: bulkRepository(db, commits),
    transfers: transferRepository(db, commits),
    savedViews: savedViewRepository(db, commits),
    triage: triageRepository(db, commits),
    known: knownPictures(db),
    health: healthRepository(db),
    imports: importRepository(db, commits),
    annotations: annotationRepository(db, commits),
    comments: commentRepository(db, commits),
    proposals: proposalRepository(db, commits),
    annotationJobs: annotationJobRepository(db, commits),
    search: searchRepository(db, commits),
    splits: splitRepository(db, commits),
    versions: versionRepository(db, commits),
    versionDiffs: versionDiffRepository(db),
    exports: exportRepository(db, commits),
    searchExports: searchExportRepository(db, commits),
    tagging: taggingRepository(db, commits),
    folders: folderRepository(db, commits),
    catalog: catalogRepository(db),
    copies: copyRepository(db, commits),
    models: modelRepository(db, commits),
    tasks: taskRepository(db, commits),
    workflows: workflowRepository(db, commits),
    trash: trashRepository(db, commits),
  }
}

function usedBytesOf(db: ReadDb): () => number {
  const bytes = db
    .prepare<[], number>(
      `SELECT coalesce((SELECT sum(bytes) FROM image), 0) + coalesce((SELECT sum(bytes) FROM version_image), 0)
            + coalesce((SELECT sum(bytes) FROM export), 0) + coalesce((SELECT sum(bytes) FROM search_export), 0)
            + coalesce((SELECT sum(bytes) FROM model), 0)`,
    )
    .pluck()
  return () => Number(bytes.get())
}
