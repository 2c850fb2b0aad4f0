import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { FolderOperations, ManagedFolder } from '#core/management/folders'
import type { CallWorkspace, RemoteCall } from './calls.ts'

const lastPart = (id: string) => id.split('/').at(-1) ?? id
const ProjectName = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).transform(lastPart)

const Folder = z
  .object({
    id: z.string(),
    name: z.string(),
    parent_id: z.string().nullish(),
    external_id: z.string().nullish(),
    projects: z.array(ProjectName).default([]),
  })
  .transform(
    ({ id, name, parent_id, external_id, projects }): ManagedFolder => ({
      id,
      name,
      projects,
      parentId: parent_id ?? undefined,
      externalId: external_id ?? undefined,
    }),
  )

const Folders = z.object({ data: z.array(Folder) })
const OneFolder = z.object({ data: z.array(Folder).min(1) }).transform(({ data }) => data.slice(0, 1))
/** An act that succeeds may be answered with nothing. */
const Done = z.looseObject({}).optional()

/** The folders of another machine. */
export function remoteFolders(call: CallWorkspace): FolderOperations {
  const parts = (...more: readonly string[]) => ['groups', ...more]

  async function read(id: string): Promise<Result<ManagedFolder, Refusal>> {
    const answer = await call(OneFolder, { method: 'GET', parts: parts(id) })
    if (!answer.ok) return answer
    const [folder] = answer.value
    if (folder === undefined) throw new Error('The schema asks for one folder')
    return ok(folder)
  }

  async function done(request: RemoteCall): Promise<Result<undefined, Refusal>> {
    const answer = await call(Done, request)
    return answer.ok ? ok(undefined) : answer
  }

  return {
    async list() {
      const answer = await call(Folders, { method: 'GET', parts: parts() })
      return answer.ok ? ok(answer.value.data) : answer
    },
    read,
    create: ({ name, parentId, externalId, projects }) => {
      const json = { name, parent_id: parentId, external_id: externalId, projects }
      return call(Folder, { method: 'POST', parts: parts(), json })
    },
    async change(id, { name, parentId }) {
      const changed = await done({ method: 'POST', parts: parts(id), json: { name, parent_id: parentId } })
      return changed.ok ? read(id) : changed
    },
    remove: (id) => done({ method: 'DELETE', parts: parts(id) }),
    addProjects: (id, projects) => done({ method: 'PATCH', parts: parts(id, 'projects'), json: { projects } }),
    removeProjects: (id, projects) => done({ method: 'DELETE', parts: parts(id, 'projects'), json: { projects } }),
  }
}
