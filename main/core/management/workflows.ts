import type { Workflow, WorkflowVersion } from '../workflows/ports.ts'
import type { WantedWorkflow, WorkflowChange } from '../workflows/service.ts'
import type { Outcome } from './outcome.ts'

/** Token that opens one thing for a while. */
export interface WorkflowToken {
  readonly token: string
  readonly expiresAt: Date
}

/** Workflows of the workspace as documents. They go by identifier or by slug. */
export interface WorkflowOperations {
  list(): Outcome<readonly Pick<Workflow, 'id' | 'name' | 'slug' | 'createdAt'>[]>
  /** The newest, or a version of it. */
  read(workflow: string, version?: number): Outcome<Workflow>
  versions(workflow: string): Outcome<readonly WorkflowVersion[]>
  create(wanted: WantedWorkflow): Outcome<Workflow>
  update(workflow: string, change: WorkflowChange): Outcome<Workflow>
  fork(workflow: string, named: Omit<WorkflowChange, 'config'>): Outcome<Workflow>
  /** A key that reads the workflow and ends by itself; refused where none is named. */
  token(workflow: string | undefined): Outcome<WorkflowToken>
}
