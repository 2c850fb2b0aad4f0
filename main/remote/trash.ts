import { z } from 'zod'
import { ok } from '#common/result'
import type { MovedToTrash, RestoredItem, TrashedItem, TrashOperations } from '#core/management/trash'
import type { CallWorkspace } from './calls.ts'

const Deleted = z.object({ deleted: z.literal(true), projectId: z.string(), project: z.string() })
const DeletedWorkflow = z.object({ deleted: z.literal(true), workflowId: z.string(), workflow: z.string() })
const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const Id = z.union([z.string(), z.number()]).transform(String)

const Item = z
  .object({
    type: z.string(),
    id: Id,
    name: z.string().default(''),
    url: z.string().optional(),
    parentId: z.string().optional(),
    parentUrl: z.string().default(''),
    parentName: z.string().default(''),
    deletedAt: Moment,
    scheduledCleanupAt: Moment,
    deletedByName: z.string().nullish(),
  })
  .transform(
    ({ type, id, name, url, parentId, parentUrl, parentName, deletedAt, ...rest }): TrashedItem => ({
      type,
      id,
      name,
      deletedAt,
      slug: url,
      parent: parentId === undefined ? undefined : { id: parentId, slug: parentUrl, name: parentName },
      cleanupAt: rest.scheduledCleanupAt,
      deletedByName: rest.deletedByName ?? '',
    }),
  )

const Trash = z.object({ items: z.array(Item) })

const Restored = z
  .object({
    restored: z.literal(true),
    type: z.string(),
    id: Id,
    url: z.string().optional(),
    takenUrl: z.string().optional(),
  })
  .transform(({ type, id, url, takenUrl }): RestoredItem => ({ type, id, slug: url, takenSlug: takenUrl }))

/** The trash of another machine. */
export function remoteTrash(call: CallWorkspace): TrashOperations {
  return {
    async moveProject(project) {
      const answer = await call(Deleted, { method: 'DELETE', parts: [project] })
      return answer.ok ? ok(toMoved(answer.value)) : answer
    },
    async moveVersion(project, version) {
      const answer = await call(Deleted, { method: 'DELETE', parts: [project, version] })
      return answer.ok ? ok(toMoved(answer.value)) : answer
    },
    async moveWorkflow(workflow) {
      const answer = await call(DeletedWorkflow, { method: 'DELETE', parts: ['workflows', workflow] })
      return answer.ok ? ok({ workflowId: answer.value.workflowId, workflow: answer.value.workflow }) : answer
    },
    async list() {
      const answer = await call(Trash, { method: 'GET', parts: ['trash'] })
      return answer.ok ? ok(answer.value.items) : answer
    },
    restore: (wanted) => call(Restored, { method: 'POST', json: wanted, parts: ['trash', 'restore'] }),
  }
}

function toMoved({ projectId, project }: z.infer<typeof Deleted>): MovedToTrash {
  return { projectId, project }
}
