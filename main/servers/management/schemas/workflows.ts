import { z } from 'zod'
import { QueryText, WorkspacePath } from './kit.ts'

const Moment = z.iso.datetime()

const head = { id: z.string(), name: z.string(), url: z.string() }
const config = z.string().meta({ description: 'JSON text: {"specification": {…}}, or {}' })

export const WorkflowBody = z
  .object({ ...head, config, version: z.int(), createdAt: Moment, updatedAt: Moment })
  .meta({ id: 'Workflow' })

export const WorkflowListBody = z
  .object({ workflows: z.array(z.object({ ...head, createdAt: Moment })), status: z.literal('ok') })
  .meta({ id: 'Workflows' })

export const WorkflowAnswerBody = z
  .object({ workflow: WorkflowBody, status: z.literal('ok') })
  .meta({ id: 'WorkflowAnswer' })

/** Clients read the workflow under its name, or its identity beside it. */
export const SavedWorkflowBody = WorkflowAnswerBody.extend(head).meta({ id: 'SavedWorkflow' })

export const WorkflowVersionsBody = z
  .object({ versions: z.array(z.object({ version: z.int(), created: Moment })) })
  .meta({ id: 'WorkflowVersions' })

export const WorkflowTokenBody = z
  .object({
    token: z.string().meta({ description: 'Key that can read only this workflow' }),
    expiresAt: Moment,
  })
  .meta({ id: 'WorkflowToken' })

/** Everything may stand in the query or in the body; the body wins. */
export const WorkflowQuery = z.object({
  name: QueryText.optional(),
  url: QueryText.optional(),
  config: QueryText.optional(),
})

export const NewWorkflowBody = z
  .object({ name: z.string(), url: z.string(), config })
  .partial()
  .nullish()
  .meta({ id: 'NewWorkflow' })

export const WorkflowChangeBody = z
  .object({ id: z.string(), name: z.string().optional(), url: z.string().optional(), config: config.optional() })
  .meta({ id: 'WorkflowChange' })

/** Clients name the workflow in one of several ways. */
export const WorkflowTokenQuestion = z
  .looseObject({
    workflow: z.string().meta({ description: 'Its URL or id' }),
    workflow_id: z.string(),
    workflowId: z.string(),
    workflow_url: z.string(),
    workflowUrl: z.string(),
    url: z.string(),
    id: z.string(),
  })
  .partial()
  .nullish()
  .meta({ id: 'WorkflowTokenQuestion' })

export const WorkflowForkBody = z
  .object({
    source_workspace: z.string().optional(),
    source_workflow: z.string(),
    name: z.string().optional(),
    url: z.string().optional(),
  })
  .meta({ id: 'WorkflowFork' })

export const WorkflowPath = WorkspacePath.extend({ workflow: z.string().meta({ description: 'Its url or id' }) })
export const WorkflowVersionQuery = z.object({
  workflow_version: QueryText.optional().meta({ description: 'A number; the newest when absent' }),
})
