import type { Ability } from '#common/contract/session'
import type { StudioElsewhere } from '#core/elsewhere/service'
import { annotationsThere } from './annotations.ts'
import { catalogThere } from './catalog.ts'
import { exportsThere } from './exports.ts'
import { foldersThere } from './folders.ts'
import { healthThere } from './health.ts'
import { imagesThere } from './images.ts'
import { importsThere } from './imports.ts'
import { jobsThere } from './jobs.ts'
import { keysThere } from './keys.ts'
import { projectsThere } from './projects.ts'
import { splitsThere } from './splits.ts'
import { tasksThere } from './tasks.ts'
import { trashThere } from './trash.ts'
import { versionsThere } from './versions.ts'

/** What a screen may offer while the studio works on another machine: no more than the procedures below can do and undo. */
export const ABILITIES_ELSEWHERE: readonly Ability[] = [
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
export function elsewhereRouter(studio: StudioElsewhere) {
  return {
    projects: projectsThere(studio),
    images: imagesThere(studio),
    imports: importsThere(studio),
    annotations: annotationsThere(studio),
    splits: splitsThere(studio),
    versions: versionsThere(studio),
    exports: exportsThere(studio),
    health: healthThere(studio),
    catalog: catalogThere(studio),
    trash: trashThere(studio),
    folders: foldersThere(studio),
    jobs: jobsThere(studio),
    keys: keysThere(studio),
    tasks: tasksThere(studio),
  }
}
