import { z } from 'zod'
import { type Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { MovedToTrash, RestoredItem, TrashedItem, TrashOperations } from '#core/management/trash'

/** Calls below the workspace of the key; `parts` are the segments of the path. */
interface RemoteCalls {
  read<Body>(schema: z.ZodType<Body>, ...parts: readonly (string | number)[]): Promise<Result<Body, Refusal>>
  send<Body>(schema: z.ZodType<Body>, json: unknown, parts: readonly string[]): Promise<Result<Body, Refusal>>
  remove<Body>(schema: z.ZodType<Body>, ...parts: readonly (string | number)[]): Promise<Result<Body, Refusal>>
}

const Deleted = z.object({ deleted: z.literal(true), projectId: z.string(), project: z.string() })
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
      ...{ type, id, name, deletedAt },
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
export function remoteTrash({ read, send, remove }: RemoteCalls): TrashOperations {
  return {
    async moveProject(project) {
      const answer = await remove(Deleted, project)
      return answer.ok ? ok(toMoved(answer.value)) : answer
    },
    async moveVersion(project, version) {
      const answer = await remove(Deleted, project, version)
      return answer.ok ? ok(toMoved(answer.value)) : answer
    },
    async list() {
      const answer = await read(Trash, 'trash')
      return answer.ok ? ok(answer.value.items) : answer
    },
    restore: (wanted) => send(Restored, wanted, ['trash', 'restore']),
  }
}

function toMoved({ projectId, project }: z.infer<typeof Deleted>): MovedToTrash {
  return { projectId, project }
}
