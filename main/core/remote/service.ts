import { remoteAnnotations } from './annotations/service.ts'
import { remoteCatalog } from './catalog.ts'
import { remoteExports } from './exports.ts'
import { remoteFolders } from './folders.ts'
import { remoteHealth } from './health.ts'
import { remoteImages } from './images.ts'
import { remoteFetches } from './imports/fetch.ts'
import { remoteImports } from './imports/files.ts'
import { importReports } from './imports/reports.ts'
import { remoteJobs } from './jobs.ts'
import { remoteKeys } from './keys.ts'
import type { Remote } from './ports.ts'
import { remoteProjects } from './projects.ts'
import { remoteSearchExports } from './search-exports.ts'
import { remoteSplits } from './splits.ts'
import { remoteTasks } from './tasks.ts'
import { remoteTrash } from './trash.ts'
import { remoteVersions } from './versions.ts'

export type RemoteStudio = ReturnType<typeof remoteStudio>

/** The studio while it works on a remote: all that the screens show and do goes over that machine's management API. */
export function remoteStudio(remote: Remote) {
  const projects = remoteProjects(remote)
  const annotations = remoteAnnotations({ ...remote, projects })
  const images = remoteImages({ ...remote, projects, shapesOf: annotations.shapes })
  const tasks = remoteTasks(remote)
  const folders = remoteFolders(remote)
  const reports = importReports()
  return {
    projects,
    annotations,
    images,
    tasks,
    folders,
    reports,
    jobs: remoteJobs({ ...remote, images }),
    imports: remoteImports({ ...remote, tasks, reports }),
    fetches: remoteFetches({ ...remote, tasks, reports }),
    catalog: remoteCatalog({ ...remote, tasks }),
    versions: remoteVersions({ ...remote, projects, images, annotations, tasks }),
    splits: remoteSplits({ ...remote, projects, tasks }),
    exports: remoteExports({ ...remote, tasks }),
    searchExports: remoteSearchExports({ ...remote, projects, images, tasks }),
    health: remoteHealth(remote),
    trash: remoteTrash(remote),
    keys: remoteKeys({ ...remote, folders }),
  }
}
