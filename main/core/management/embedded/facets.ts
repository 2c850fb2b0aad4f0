import type { Grantor } from '../../access/keys/service.ts'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { ManagedServices } from '../services.ts'
import { embeddedCatalog } from './catalog.ts'
import type { ProjectFinder } from './find-project.ts'
import { embeddedFolders } from './folders.ts'
import { embeddedHealth } from './health.ts'
import { embeddedImages } from './images.ts'
import { embeddedJobs } from './jobs.ts'
import { embeddedKeys } from './keys.ts'
import { embeddedModels } from './models.ts'
import { embeddedProposals } from './proposals.ts'
import type { Reach } from './reach.ts'
import { embeddedSearch } from './search.ts'
import { embeddedTrash } from './trash.ts'
import { embeddedWorkflows } from './workflows.ts'
import { embeddedZipUploads } from './zip-uploads.ts'

export interface FacetContext extends ProjectFinder {
  readonly workspace: Workspace
  /** Rights that the caller may give to others. */
  readonly by: Grantor
  readonly reach: Reach
}

/** The groups of operations, each over its own service. */
export function embeddedFacets(services: ManagedServices, context: FacetContext) {
  const { workspace, by, find, findExactly, findRow, reach } = context
  return {
    health: embeddedHealth(services.health, find),
    images: embeddedImages(services, workspace, context),
    keys: embeddedKeys(services.keys, workspace, by),
    jobs: embeddedJobs(services.annotationJobs, find),
    folders: embeddedFolders(services, workspace, findExactly),
    proposals: embeddedProposals(services, find),
    models: embeddedModels(services, context),
    search: embeddedSearch(services, { workspace, find, reach }),
    trash: embeddedTrash(services, workspace, findRow),
    catalog: embeddedCatalog(services, workspace, findExactly),
    zipUploads: embeddedZipUploads(services, workspace, find),
    workflows: embeddedWorkflows(services.workflows, services.keys, { workspace, by }),
  }
}
