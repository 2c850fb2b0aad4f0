import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Grantor, KeyService } from '../../access/keys/service.ts'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Workflow } from '../../workflows/ports.ts'
import { type WorkflowService, workflowNotFound } from '../../workflows/service.ts'
import type { WorkflowOperations } from '../workflows.ts'

const TOKEN_MINUTES = 60

interface Context {
  readonly workspace: Workspace
  readonly by: Grantor
}

export function embeddedWorkflows(
  workflows: WorkflowService,
  keys: KeyService,
  { workspace, by }: Context,
): WorkflowOperations {
  const isReached = ({ id }: Pick<Workflow, 'id'>) => by.workflowId === null || by.workflowId === id

  /** Finds a workflow; for a token of another workflow, it does not exist. */
  async function find(workflow: string): Promise<Result<Workflow, Refusal>> {
    const found = await workflows.find(workspace, workflow)
    return found.ok && !isReached(found.value) ? workflowNotFound(workspace, workflow) : found
  }

  return {
    list: async () => ok((await workflows.list(workspace)).filter(isReached)),
    async read(workflow, version) {
      const found = await find(workflow)
      return found.ok && version !== undefined ? workflows.findVersion(workspace, workflow, version) : found
    },
    async versions(workflow) {
      const found = await find(workflow)
      return found.ok ? workflows.versions(workspace, workflow) : found
    },
    create: (wanted) => workflows.create(workspace, wanted),
    update: (workflow, change) => workflows.update(workspace, workflow, change),
    fork: (workflow, named) => workflows.fork(workspace, workflow, named),
    async token(workflow) {
      // A key for all workflows would open more than a request without a name seems to ask for.
      if (workflow === undefined) return refuse('workflow-missing')
      const found = await find(workflow)
      if (!found.ok) return found
      const workflowId = found.value.id
      const wanted = { name: 'Workflow token', scopes: ['workflow:read'], minutes: TOKEN_MINUTES, workflowId }
      const created = await keys.create(workspace, wanted, by)
      if (!created.ok) return created
      const { key, secret } = created.value
      return ok({ token: secret, expiresAt: new Date(key.createdAt.getTime() + TOKEN_MINUTES * 60_000) })
    },
  }
}
