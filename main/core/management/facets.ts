import type { Grantor } from '../keys/service.ts'
import type { Workspace } from '../workspaces/ports.ts'
import { embeddedImages } from './embedded-images.ts'
import { embeddedJobs } from './embedded-jobs.ts'
import { embeddedKeys } from './embedded-keys.ts'
import { embeddedTrash } from './embedded-trash.ts'
import { embeddedWorkflows } from './embedded-workflows.ts'
import type { FindProject } from './find-project.ts'
import type { ManagedServices } from './services.ts'

export interface FacetContext {
  readonly workspace: Workspace
  /** What whoever asks may give away. */
  readonly by: Grantor
  readonly find: FindProject
}

/** The groups of operations, each over its own service. */
export function embeddedFacets(services: ManagedServices, { workspace, by, find }: FacetContext) {
  return {
    images: embeddedImages(services, workspace, find),
    keys: embeddedKeys(services.keys, workspace, by),
    jobs: embeddedJobs(services.annotationJobs, find),
    trash: embeddedTrash(services, workspace, find),
    workflows: embeddedWorkflows(services.workflows, services.keys, { workspace, by }),
  }
}
