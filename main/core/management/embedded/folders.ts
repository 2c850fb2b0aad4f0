import type { Refusal } from '#common/errors'
import type { ProjectId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Folder } from '../../access/folders/ports.ts'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { FolderOperations, ManagedFolder } from '../folders.ts'
import type { ManagedServices } from '../services.ts'
import type { FindProject } from './find-project.ts'

export function embeddedFolders(
  { folders }: Pick<ManagedServices, 'folders'>,
  workspace: Workspace,
  findExactly: FindProject,
): FolderOperations {
  /** The identifiers of all projects, or what is wrong with the first that is not there. */
  async function idsOf(names: readonly string[]): Promise<Result<ProjectId[], Refusal>> {
    const ids = []
    for (const name of names) {
      const own = `${workspace.slug}/`
      const project = await findExactly(name.startsWith(own) ? name.slice(own.length) : name)
      if (!project.ok) return project
      ids.push(project.value.id)
    }
    return ok(ids)
  }

  async function place(id: string, names: readonly string[], act: 'addProjects' | 'removeProjects') {
    const ids = await idsOf(names)
    if (!ids.ok) return ids
    const placed = await folders[act](workspace, id, ids.value)
    return placed.ok ? ok(undefined) : placed
  }

  return {
    async list() {
      return ok((await folders.list(workspace)).map(toManaged))
    },
    read: async (id) => managed(await folders.find(workspace, id)),
    async create({ name, parentId, externalId, projects = [] }) {
      const ids = await idsOf(projects)
      return ids.ok
        ? managed(await folders.create(workspace, { name, parentId, externalId, projects: ids.value }))
        : ids
    },
    change: async (id, wanted) => managed(await folders.change(workspace, id, wanted)),
    async remove(id) {
      const removed = await folders.remove(workspace, id)
      return removed.ok ? ok(undefined) : removed
    },
    addProjects: (id, projects) => place(id, projects, 'addProjects'),
    removeProjects: (id, projects) => place(id, projects, 'removeProjects'),
  }
}

function managed(folder: Result<Folder, Refusal>): Result<ManagedFolder, Refusal> {
  return folder.ok ? ok(toManaged(folder.value)) : folder
}

function toManaged({ projects, ...folder }: Folder): ManagedFolder {
  return { ...folder, projects: projects.map(({ slug }) => slug) }
}
