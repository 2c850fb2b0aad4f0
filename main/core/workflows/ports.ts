import type { Workspace } from '../access/workspaces/ports.ts'

/** A workflow as it was last saved. */
export interface Workflow {
  readonly id: string
  /** Its address in the workspace. */
  readonly slug: string
  readonly name: string
  /** JSON text, kept as it was sent: `{"specification": …}`, or `{}` when it has no steps yet. */
  readonly config: string
  /** Counts from 1; every change of `config` makes the next. */
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface TrashedWorkflow extends Pick<Workflow, 'id' | 'slug' | 'name'> {
  readonly trashedAt: Date
}

/** Where a workflow came back, and the address that it had. */
export interface RestoredWorkflow {
  readonly id: string
  readonly slug: string
  readonly formerSlug: string
}

/** Addresses to try, best first. */
export type SlugsFor = (slug: string) => Iterable<string>

export interface WorkflowVersion {
  readonly version: number
  readonly createdAt: Date
}

export interface WorkflowRepository {
  /** Newest first. */
  list(workspace: Workspace): Promise<Workflow[]>
  /** By identifier or slug. */
  find(workspace: Workspace, idOrSlug: string): Promise<Workflow | undefined>
  versions(id: string): Promise<WorkflowVersion[]>
  configOf(id: string, version: number): Promise<string | undefined>
  /** False when the slug is taken. */
  create(workspace: Workspace, workflow: Workflow): Promise<boolean>
  /** False when the slug is another one's. A changed `config` becomes a version of its own. */
  update(workspace: Workspace, workflow: Workflow): Promise<boolean>
  /** Newest first. */
  trashed(workspace: Workspace): Promise<TrashedWorkflow[]>
  /** Its slug is free from then on. */
  moveToTrash(id: string, at: Date): Promise<void>
  /** Takes one back under the first of `slugs` that is free; undefined when it is not there. */
  restore(workspace: Workspace, id: string, slugsFor: SlugsFor): Promise<RestoredWorkflow | undefined>
}
