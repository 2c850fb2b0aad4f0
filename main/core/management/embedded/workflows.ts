import { ok } from '#common/result'
import type { Grantor, KeyService } from '../../keys/service.ts'
import type { WorkflowService } from '../../workflows/service.ts'
import type { Workspace } from '../../workspaces/ports.ts'
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
  return {
    list: async () => ok(await workflows.list(workspace)),
    read: (workflow, version) =>
      version === undefined ? workflows.find(workspace, workflow) : workflows.findVersion(workspace, workflow, version),
    versions: (workflow) => workflows.versions(workspace, workflow),
    create: (wanted) => workflows.create(workspace, wanted),
    update: (workflow, change) => workflows.update(workspace, workflow, change),
    fork: (workflow, named) => workflows.fork(workspace, workflow, named),
    async token() {
      const wanted = { name: 'Workflow token', scopes: ['workflow:read'], minutes: TOKEN_MINUTES }
      const created = await keys.create(workspace, wanted, by)
      if (!created.ok) return created
      const { key, secret } = created.value
      return ok({ token: secret, expiresAt: new Date(key.createdAt.getTime() + TOKEN_MINUTES * 60_000) })
    },
  }
}
