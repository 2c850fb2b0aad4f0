import type { Outcome } from './outcome.ts'

/** Trash of the management API: things deleted through it that can come back. */
export interface TrashOperations {
  moveProject(project: string): Outcome<MovedToTrash>
  moveVersion(project: string, version: number): Outcome<MovedToTrash>
  moveWorkflow(workflow: string): Outcome<MovedWorkflow>
  /** Newest first. */
  list(): Outcome<readonly TrashedItem[]>
  restore(wanted: WantedRestore): Outcome<RestoredItem>
}

/** The project that was moved, or whose version was. */
export interface MovedToTrash {
  /** By this it is restored. */
  readonly projectId: string
  readonly project: string
}

export interface MovedWorkflow {
  readonly workflowId: string
  readonly workflow: string
}

export interface TrashedItem {
  /** `project`, `version`, `workflow` or `model`; other servers know more. */
  readonly type: string
  /** Identifier of a project or workflow, number of a version. */
  readonly id: string
  readonly name: string
  /** The address that a project or workflow had. */
  readonly slug: string | undefined
  /** The project of a version. */
  readonly parent: { readonly id: string; readonly slug: string; readonly name: string } | undefined
  readonly deletedAt: Date
  readonly cleanupAt: Date
  readonly deletedByName: string
}

export interface WantedRestore {
  readonly type: string
  readonly id: string
  /** Identifier of a version's project. */
  readonly parentId?: string | undefined
}

export interface RestoredItem {
  readonly type: string
  readonly id: string
  /** Where a project or workflow is now. */
  readonly slug: string | undefined
  /** The address that it had, when another one has it now. */
  readonly takenSlug: string | undefined
}
