import type { z } from 'zod'
import type { Workflow } from '#core/workflows/ports'
import type { SavedWorkflowBody, WorkflowBody } from '../schemas/workflows.ts'

export function toWorkflowBody({ slug, createdAt, updatedAt, ...rest }: Workflow): z.input<typeof WorkflowBody> {
  return { ...rest, url: slug, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

export function toSavedWorkflowBody(workflow: Workflow): z.input<typeof SavedWorkflowBody> {
  const { id, name, slug } = workflow
  return { workflow: toWorkflowBody(workflow), status: 'ok', id, name, url: slug }
}
