import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { FaultyStore } from '#common/stores/faults'
import { ReadOnlyError } from '#core/ports'
import type { SeenMoments } from '#core/time/library-time'
import { holdsFiles } from '../blobs/holding.ts'
import { type CommitQueue, commitQueue } from '../kit/commit-queue.ts'
import { openDatabase, type ReadDb } from '../kit/db.ts'
import type { FullDisk } from '../kit/disk-full.ts'
import { lockFolder } from '../kit/folder-lock.ts'
import { type IdentityPlaces, readIdentity, seenIn } from '../kit/identity/identity-file.ts'
import type { StorePlace } from '../kit/identity/inspect.ts'
import { keepIdentity } from '../kit/identity/keeper.ts'
import { type ReadyStore, readyStore } from '../kit/identity/open-store.ts'
import { migrate } from '../kit/migrate.ts'
import { migrateOwn } from '../kit/migrate-own.ts'
import { toldOfDatabase } from '../kit/own-file.ts'
import { openOwnFolder } from '../kit/own-folder.ts'
import { annotationRepository } from './annotations/annotations.ts'
import { weightsOf } from './annotations/weights.ts'
import { bulkRepository } from './browse/bulk.ts'
import { savedViewRepository } from './browse/saved-views.ts'
import { transferRepository } from './browse/transfers.ts'
import { triageRepository } from './browse/triage.ts'
import { classRepository } from './classes/classes.ts'
import { sumOfSizes } from './columns.ts'
import { BLOB_TABLES } from './dataset/blob-references.ts'
import { exportRepository } from './dataset/exports.ts'
import { healthRepository } from './dataset/health.ts'
import { imageRepository } from './dataset/images.ts'
import { projectRepository } from './dataset/projects.ts'
import { proposalRepository } from './dataset/proposals.ts'
import { searchRepository } from './dataset/search.ts'
import { searchExportRepository } from './dataset/search-exports.ts'
import { splitRepository } from './dataset/splits.ts'
import { taggingRepository } from './dataset/tagging.ts'
import { versionDiffRepository } from './dataset/version-diff.ts'
import { versionRepository } from './dataset/versions.ts'
import { importRepository } from './imports/imports.ts'
import { knownImages } from './imports/known-images.ts'
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

export interface LibraryOptions {
  /** Accept the existing database although it does not match the files beside it. */
  readonly adopt?: boolean
  readonly disk?: Pick<FullDisk, 'release'>
}

/**
 * Opens the library folder for this process alone: takes its lock, brings `library.db` up to date, prepares every statement. Where the
 * database does not match the images beside it, a copy of it is opened instead, and nothing in the folder is written.
 */
export function openLibrary(folder: string, now: Date, { adopt = false, disk }: LibraryOptions = {}) {
  openOwnFolder(folder)
  const lock = lockFolder({ what: 'library', folder }, now)
  const release = () => lock.release()
  const place = placeOf(folder)
  try {
    const ready = readyStore(place, { store: 'library', adopt, now })
    return openReady(ready, { identities: place.identities, release, onFull: disk?.release })
  } catch (failure) {
    release()
    throw toldOfDatabase(place.database, failure)
  }
}

interface Opening {
  readonly identities: IdentityPlaces
  readonly release: () => void
  readonly onFull: (() => void) | undefined
}

function bringUpToDate(db: Database.Database, { database, faulty }: ReadyStore): void {
  const layout = { path: database, migrations: LIBRARY_MIGRATIONS, store: 'library' as const }
  // One that does not fit is open as a copy already.
  if (faulty) migrate(db, layout.migrations, layout.store)
  else migrateOwn(db, layout)
}

function openReady(ready: ReadyStore, { identities, release, onFull }: Opening) {
  const database = openDatabase(ready.database)
  const db = database.raw
  bringUpToDate(db, ready)
  const kept = readIdentity(identities.beside)
  let seen: () => SeenMoments | undefined = () => undefined
  const keeper = ready.faulty ? undefined : keepIdentity(db, { identities, seen: () => seen() })
  let sealed: FaultyStore | undefined
  let damaged: () => void = () => undefined
  const commits = commitQueue(db, {
    gatherMs: GATHER_MS,
    end: () => keeper?.grow(),
    committed: () => keeper?.committed(),
    refusal: () => sealed && new ReadOnlyError(sealed),
    onFull,
    onDamaged: () => damaged(),
  })
  return {
    ...repositoriesOf(db, commits),
    /** Bytes of all stored images and archives; smaller copies for the screens are not counted. */
    usedBytes: usedBytesOf(db),
    /** Path of the open database. */
    database: ready.database,
    /** Waits for a write over a connection of its own (`openLabelling`). */
    apart: commits.apart,
    /** How much an image holds, before it is read. */
    weights: weightsOf(db),
    /** The fault of a library that may not be written; undefined where it may. */
    readOnly: ready.faulty && { faulty: ready.faulty, folder: ready.shadow.folder, adopt: ready.adopt },
    /** The moment of the library's own time at which it was closed, or was changed last; undefined where that is not known. */
    lastSeen: seenIn(kept),
    /** From now on the moment is kept with each change. */
    keepTime(moments: () => SeenMoments): void {
      seen = moments
    },
    /** The listener hears of each write that failed because the database is damaged. */
    onDamaged(listener: () => void): void {
      damaged = listener
    },
    /** Refuses every write from now on. */
    seal(faulty: FaultyStore): void {
      sealed = faulty
    },
    close() {
      keeper?.close()
      database.close()
      if (ready.faulty) ready.shadow.remove()
      release()
    },
  }
}

function placeOf(folder: string): StorePlace {
  return {
    database: join(folder, 'library.db'),
    identities: {
      beside: join(folder, 'library.identity.json'),
      among: join(folder, 'blobs', 'library.identity.json'),
    },
    setAside: join(folder, 'set-aside'),
    migrations: LIBRARY_MIGRATIONS,
    store: 'library',
    tables: ['workspace'],
    naming: BLOB_TABLES.map((table) => [table, 'blob'] as const),
    isHolding: () => holdsFiles(join(folder, 'blobs')),
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
    known: knownImages(db),
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

/** Tables whose rows stand for files of the library. */
const TABLES_OF_FILES = ['image', 'version_image', 'export', 'search_export', 'model']

function usedBytesOf(db: ReadDb): () => number {
  const sums = TABLES_OF_FILES.map((table) => `(SELECT ${sumOfSizes('bytes')} FROM ${table})`)
  const bytes = db.prepare<[], number>(`SELECT ${sums.join(' + ')}`).pluck()
  return () => Number(bytes.get())
}
