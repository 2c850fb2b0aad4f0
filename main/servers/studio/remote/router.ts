import type { Ability } from '#common/contract/session'
import type { RemoteStudio } from '#core/remote/service'
import { remoteAnnotationsRouter } from './annotations.ts'
import { remoteCatalogRouter } from './catalog.ts'
import { remoteExportsRouter } from './exports.ts'
import { remoteFoldersRouter } from './folders.ts'
import { remoteHealthRouter } from './health.ts'
import { remoteImagesRouter } from './images.ts'
import { remoteImportsRouter } from './imports.ts'
import { remoteJobsRouter } from './jobs.ts'
import { remoteKeysRouter } from './keys.ts'
import { remoteProjectsRouter } from './projects.ts'
import { remoteSplitsRouter } from './splits.ts'
import { remoteTasksRouter } from './tasks.ts'
import { remoteTrashRouter } from './trash.ts'
import { remoteVersionsRouter } from './versions.ts'

/** What a screen may offer while the studio works on another machine: no more than the procedures below can do and undo. */
export const REMOTE_ABILITIES: readonly Ability[] = [
  'import',
  'edit-images',
  'export-images',
  'rebalance',
  'versions',
  'health',
  'trash',
  'folders',
  'jobs',
  'catalog',
  'fetch',
  'api-keys',
]

/** The studio's procedures over another machine's management API, as far as it has words for them. */
export function remoteRouter(studio: RemoteStudio) {
  return {
    projects: remoteProjectsRouter(studio),
    images: remoteImagesRouter(studio),
    imports: remoteImportsRouter(studio),
    annotations: remoteAnnotationsRouter(studio),
    splits: remoteSplitsRouter(studio),
    versions: remoteVersionsRouter(studio),
    exports: remoteExportsRouter(studio),
    health: remoteHealthRouter(studio),
    catalog: remoteCatalogRouter(studio),
    trash: remoteTrashRouter(studio),
    folders: remoteFoldersRouter(studio),
    jobs: remoteJobsRouter(studio),
    keys: remoteKeysRouter(studio),
    tasks: remoteTasksRouter(studio),
  }
}
