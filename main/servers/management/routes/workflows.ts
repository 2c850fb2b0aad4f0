import type { z } from 'zod'
import { refuse } from '#common/errors'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { ErrorBody, FAILURES, WorkspacePath } from '../schemas/kit.ts'
import {
  NewWorkflowBody,
  SavedWorkflowBody,
  WorkflowAnswerBody,
  WorkflowChangeBody,
  WorkflowForkBody,
  WorkflowListBody,
  WorkflowPath,
  WorkflowQuery,
  WorkflowTokenBody,
  WorkflowTokenQuestion,
  WorkflowVersionQuery,
  WorkflowVersionsBody,
} from '../schemas/workflows.ts'
import type { ManagementServer } from '../validation.ts'
import { toSavedWorkflowBody, toWorkflowBody } from '../wire/workflows.ts'

const tags = ['Workflows']
const ok = 'ok' as const

export function workflowRoutes(server: ManagementServer): void {
  listWorkflows(server)
  readWorkflow(server)
  listVersions(server)
  createWorkflow(server)
  updateWorkflow(server)
  forkWorkflow(server)
  makeToken(server)
}

function listWorkflows(server: ManagementServer): void {
  server.get('/:workspace/workflows', {
    config: { scope: 'workflow:read' },
    schema: { summary: 'The workflows', tags, params: WorkspacePath, response: { 200: WorkflowListBody, ...FAILURES } },
    handler: async (request) => {
      const listed = answer(await managementOf(request).workflows.list())
      const workflows = listed.map(({ id, name, slug, createdAt }) => {
        return { id, name, url: slug, createdAt: createdAt.toISOString() }
      })
      return { workflows, status: ok }
    },
  })
}

function readWorkflow(server: ManagementServer): void {
  server.get('/:workspace/workflows/:workflow', {
    config: { scope: 'workflow:read' },
    schema: {
      summary: 'A workflow with its steps',
      tags,
      params: WorkflowPath,
      querystring: WorkflowVersionQuery,
      response: { 200: WorkflowAnswerBody, ...FAILURES },
    },
    handler: async (request) => {
      const version = readVersion(request.query.workflow_version)
      const workflow = answer(await managementOf(request).workflows.read(request.params.workflow, version))
      return { workflow: toWorkflowBody(workflow), status: ok }
    },
  })
}

function readVersion(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  return answer(refuse('workflow-version-malformed', { text: text.slice(0, 40) }))
}

function listVersions(server: ManagementServer): void {
  server.get('/:workspace/workflows/:workflow/versions', {
    config: { scope: 'workflow:read' },
    schema: {
      summary: 'The versions of a workflow, newest first',
      tags,
      params: WorkflowPath,
      response: { 200: WorkflowVersionsBody, ...FAILURES },
    },
    handler: async (request) => {
      const listed = answer(await managementOf(request).workflows.versions(request.params.workflow))
      return { versions: listed.map(({ version, createdAt }) => ({ version, created: createdAt.toISOString() })) }
    },
  })
}

function createWorkflow(server: ManagementServer): void {
  server.post('/:workspace/createWorkflow', {
    config: { scope: 'workflow:update' },
    schema: {
      summary: 'Create a workflow',
      description: 'Name, url and config stand in the body, or in the query.',
      tags,
      params: WorkspacePath,
      querystring: WorkflowQuery,
      body: NewWorkflowBody,
      response: { 201: SavedWorkflowBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request, reply) => {
      const { name = '', url, config = '{}' } = { ...request.query, ...request.body }
      const wanted = { name, config: config || '{}', ...(url && { slug: url }) }
      const workflow = answer(await managementOf(request).workflows.create(wanted))
      return reply.code(201).send(toSavedWorkflowBody(workflow))
    },
  })
}

function updateWorkflow(server: ManagementServer): void {
  server.post('/:workspace/updateWorkflow', {
    config: { scope: 'workflow:update' },
    schema: {
      summary: 'Change a workflow; other steps make a new version',
      tags,
      params: WorkspacePath,
      body: WorkflowChangeBody,
      response: { 200: SavedWorkflowBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request) => {
      const { id, name, url, config } = request.body
      const change = { ...(name && { name }), ...(url && { slug: url }), ...(config && { config }) }
      return toSavedWorkflowBody(answer(await managementOf(request).workflows.update(id, change)))
    },
  })
}

function forkWorkflow(server: ManagementServer): void {
  server.post('/:workspace/forkWorkflow', {
    config: { scope: 'workflow:update' },
    schema: {
      summary: 'Copy a workflow',
      tags,
      params: WorkspacePath,
      body: WorkflowForkBody,
      response: { 201: SavedWorkflowBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request, reply) => {
      const { source_workspace: from, source_workflow: source, name, url } = request.body
      const { workspace } = request.params
      if (from !== undefined && from !== workspace) {
        return answer(refuse('workflow-not-open-to-workspace', { workflow: source.slice(0, 60), workspace }))
      }
      const named = { ...(name && { name }), ...(url && { slug: url }) }
      const workflow = answer(await managementOf(request).workflows.fork(source, named))
      return reply.code(201).send(toSavedWorkflowBody(workflow))
    },
  })
}

function makeToken(server: ManagementServer): void {
  server.post('/:workspace/workflowToken', {
    config: { scope: 'workflow:read' },
    schema: {
      summary: 'Create a key that reads one workflow for an hour',
      tags,
      params: WorkspacePath,
      body: WorkflowTokenQuestion,
      response: { 201: WorkflowTokenBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { token, expiresAt } = answer(await managementOf(request).workflows.token(namedWorkflow(request.body)))
      return reply.code(201).send({ token, expiresAt: expiresAt.toISOString() })
    },
  })
}

function namedWorkflow(body: z.output<typeof WorkflowTokenQuestion>): string | undefined {
  const { workflow, workflow_id, workflowId, workflow_url, workflowUrl, url, id } = body ?? {}
  return [workflow, workflow_id, workflowId, workflow_url, workflowUrl, url, id].find((text) => text)
}
