import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Project } from '../../projects/ports.ts'
import type { TrashedProject, TrashedVersion } from '../../trash/ports.ts'
import type { Workspace } from '../../workspaces/ports.ts'
import type { ManagedServices } from '../services.ts'
import type { MovedToTrash, RestoredItem, TrashedItem, TrashOperations, WantedRestore } from '../trash.ts'
import type { FindProject } from './find-project.ts'

/** Things that servers of this API put in the trash and this one does not make. */
const NOT_MADE = ['workflow', 'training']

export function embeddedTrash(
  { trash, versions }: Pick<ManagedServices, 'trash' | 'versions'>,
  workspace: Workspace,
  find: FindProject,
): TrashOperations {
  /** A library has one owner, whose name the workspace bears. */
  function toDeleted({ trashedAt }: { readonly trashedAt: Date }) {
    return { deletedAt: trashedAt, cleanupAt: trash.cleanupAt(trashedAt), deletedByName: workspace.name }
  }

  function toProjectItem(project: TrashedProject): TrashedItem {
    const { id, name, slug } = project
    return { type: 'project', id, name, slug, parent: undefined, ...toDeleted(project) }
  }

  function toVersionItem(version: TrashedVersion): TrashedItem {
    const { project: parent, number } = version
    const name = version.name || `Version ${number}`
    return { type: 'version', id: String(number), name, slug: undefined, parent, ...toDeleted(version) }
  }

  async function restoreVersion({ id, parentId }: WantedRestore): Promise<Result<RestoredItem, Refusal>> {
    if (parentId === undefined) {
      return refuse('request-invalid', 'parentId is missing: the parentId of the version in the trash list')
    }
    if (!/^\d{1,9}$/.test(id)) {
      return refuse('trash-item-not-found', `There is no version "${id.slice(0, 40)}" in the trash`)
    }
    const restored = await trash.restoreVersion(workspace, parentId, Number(id))
    return restored.ok ? ok({ type: 'version', id, slug: undefined, takenSlug: undefined }) : restored
  }

  return {
    async moveProject(text) {
      const project = await find(text)
      if (!project.ok) return project
      const moved = await trash.moveProject(project.value)
      return moved.ok ? ok(toMoved(project.value)) : moved
    },
    async moveVersion(text, number) {
      const project = await find(text)
      if (!project.ok) return project
      const version = await versions.find(project.value, number)
      if (!version.ok) return version
      const moved = await trash.moveVersion(project.value, version.value)
      return moved.ok ? ok(toMoved(project.value)) : moved
    },
    async list() {
      const { projects, versions } = await trash.contents(workspace)
      const items = [...projects.map(toProjectItem), ...versions.map(toVersionItem)]
      return ok(items.toSorted((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime()))
    },
    async restore(wanted) {
      const { type, id } = wanted
      if (type === 'version') return restoreVersion(wanted)
      if (NOT_MADE.includes(type)) return refuse('trash-item-not-found', `There is no ${type} in the trash`)
      if (type !== 'project') return refuse('request-invalid', 'type must be project or version')
      const restored = await trash.restoreProject(workspace, id)
      return restored.ok ? ok({ type, id, ...restored.value }) : restored
    },
  }
}

function toMoved({ id, slug }: Project): MovedToTrash {
  return { projectId: id, project: slug }
}
