import { z } from 'zod'
import { ok } from '#common/result'
import type { WorkflowOperations } from '#core/management/workflows'
import type { Workflow } from '#core/workflows/ports'
import type { CallWorkspace } from './calls.ts'

const Head = z
  .object({ id: z.string(), name: z.string(), url: z.string(), createdAt: z.coerce.date() })
  .transform(({ url, ...rest }) => ({ ...rest, slug: url }))

const Full = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    config: z.string(),
    version: z.int().default(1),
    createdAt: z.coerce.date().default(new Date(0)),
    updatedAt: z.coerce.date().default(new Date(0)),
  })
  .transform(({ url, ...rest }): Workflow => ({ ...rest, slug: url }))

const Listed = z.object({ workflows: z.array(Head) })
const Answered = z.object({ workflow: Full })
const Versions = z.object({
  versions: z.array(
    z
      .object({ version: z.int(), created: z.coerce.date() })
      .transform(({ version, created }) => ({ version, createdAt: created })),
  ),
})
const Token = z.object({ token: z.string(), expiresAt: z.coerce.date() })

export function remoteWorkflows(call: CallWorkspace): WorkflowOperations {
  async function sent(path: string, json: object) {
    const answer = await call(Answered, { method: 'POST', parts: [path], json })
    return answer.ok ? ok(answer.value.workflow) : answer
  }

  async function read(workflow: string, version?: number) {
    const query = version === undefined ? {} : { query: { workflow_version: String(version) } }
    const answer = await call(Answered, { method: 'GET', parts: ['workflows', workflow], ...query })
    return answer.ok ? ok(answer.value.workflow) : answer
  }

  return {
    async list() {
      const answer = await call(Listed, { method: 'GET', parts: ['workflows'] })
      return answer.ok ? ok(answer.value.workflows) : answer
    },
    read,
    async versions(workflow) {
      const answer = await call(Versions, { method: 'GET', parts: ['workflows', workflow, 'versions'] })
      return answer.ok ? ok(answer.value.versions) : answer
    },
    create: ({ slug, ...wanted }) => sent('createWorkflow', { ...wanted, url: slug }),
    update: (id, { slug, ...change }) => sent('updateWorkflow', { id, ...change, url: slug }),
    async fork(source, { name, slug }) {
      const workspace = await call(Workspaced, { method: 'GET', parts: [] })
      if (!workspace.ok) return workspace
      const json = { source_workspace: workspace.value.workspace.url, source_workflow: source, name, url: slug }
      return sent('forkWorkflow', json)
    },
    token: (workflow) => call(Token, { method: 'POST', parts: ['workflowToken'], json: { workflow } }),
  }
}

const Workspaced = z.object({ workspace: z.object({ url: z.string() }) })
