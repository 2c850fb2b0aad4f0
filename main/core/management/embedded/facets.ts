import type { Grantor } from '../../keys/service.ts'
import type { Workspace } from '../../workspaces/ports.ts'
import type { ManagedServices } from '../services.ts'
import { embeddedCatalog } from './catalog.ts'
import type { FindProject } from './find-project.ts'
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

export interface FacetContext {
  readonly workspace: Workspace
  /** What whoever asks may give away. */
  readonly by: Grantor
  readonly find: FindProject
  readonly reach: Reach
}

/** The groups of operations, each over its own service. */
export function embeddedFacets(services: ManagedServices, { workspace, by, find, reach }: FacetContext) {
  return {
    health: embeddedHealth(services.health, find),
    images: embeddedImages(services, workspace, find),
    keys: embeddedKeys(services.keys, workspace, by),
    jobs: embeddedJobs(services.annotationJobs, find),
    folders: embeddedFolders(services, workspace, find),
    proposals: embeddedProposals(services, find),
    models: embeddedModels(services, { workspace, find, reach }),
    search: embeddedSearch(services, { workspace, find, reach }),
    trash: embeddedTrash(services, workspace, find),
    catalog: embeddedCatalog(services, workspace, find),
    zipUploads: embeddedZipUploads(services, workspace, find),
    workflows: embeddedWorkflows(services.workflows, services.keys, { workspace, by }),
  }
}
