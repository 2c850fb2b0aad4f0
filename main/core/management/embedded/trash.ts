import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { ProjectHandle } from '../../dataset/projects/ports.ts'
import type { TrashedModel } from '../../models/weights/ports.ts'
import type { TrashedProject, TrashedVersion } from '../../trash/ports.ts'
import type { TrashedWorkflow } from '../../workflows/ports.ts'
import type { ManagedServices } from '../services.ts'
import type { MovedToTrash, RestoredItem, TrashedItem, TrashOperations, WantedRestore } from '../trash.ts'
import type { FindHandle } from './find-project.ts'

export function embeddedTrash(
  { trash, versions, workflows, models }: Pick<ManagedServices, 'trash' | 'versions' | 'workflows' | 'models'>,
  workspace: Workspace,
  findRow: FindHandle,
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

  function toWorkflowItem(workflow: TrashedWorkflow): TrashedItem {
    const { id, name, slug } = workflow
    return { type: 'workflow', id, name, slug, parent: undefined, ...toDeleted(workflow) }
  }

  /** Told with one of its projects; the others come back with it. */
  function toModelItem(model: TrashedModel): TrashedItem {
    const { id, name, slug } = model
    const [project] = model.projects
    const parent = project && { ...project, name: project.slug }
    return { type: 'model', id, name, slug, parent, ...toDeleted(model) }
  }

  async function restoreModel(id: string): Promise<Result<RestoredItem, Refusal>> {
    const restored = await models.restore(workspace, id)
    return restored.ok ? ok({ type: 'model', id, slug: undefined, takenSlug: undefined }) : restored
  }

  async function restoreWorkflow(idOrSlug: string): Promise<Result<RestoredItem, Refusal>> {
    const restored = await workflows.restore(workspace, idOrSlug)
    if (!restored.ok) return restored
    const { id, slug, formerSlug } = restored.value
    return ok({ type: 'workflow', id, slug, takenSlug: slug === formerSlug ? undefined : formerSlug })
  }

  async function restoreVersion({ id, parentId }: WantedRestore): Promise<Result<RestoredItem, Refusal>> {
    if (parentId === undefined) {
      return refuse('trash-parent-missing')
    }
    if (!/^\d{1,9}$/.test(id)) {
      return refuse('version-not-in-trash', { version: id.slice(0, 40) })
    }
    const restored = await trash.restoreVersion(workspace, parentId, Number(id))
    return restored.ok ? ok({ type: 'version', id, slug: undefined, takenSlug: undefined }) : restored
  }

  return {
    async moveProject(text) {
      const project = await findRow(text)
      if (!project.ok) return project
      const moved = await trash.moveProject(project.value)
      return moved.ok ? ok(toMoved(project.value)) : moved
    },
    async moveVersion(text, number) {
      const project = await findRow(text)
      if (!project.ok) return project
      const version = await versions.findRow(project.value, number)
      if (!version.ok) return version
      const moved = await trash.moveVersion(project.value, version.value)
      return moved.ok ? ok(toMoved(project.value)) : moved
    },
    async moveWorkflow(text) {
      const moved = await workflows.moveToTrash(workspace, text)
      return moved.ok ? ok({ workflowId: moved.value.id, workflow: moved.value.slug }) : moved
    },
    async list() {
      const { projects, versions } = await trash.contents(workspace)
      const documents = (await workflows.trashed(workspace)).map(toWorkflowItem)
      const weights = (await models.trashed(workspace)).map(toModelItem)
      const items = [...projects.map(toProjectItem), ...versions.map(toVersionItem), ...documents, ...weights]
      return ok(items.toSorted((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime()))
    },
    async restore(wanted) {
      const { type, id } = wanted
      if (type === 'version') return restoreVersion(wanted)
      if (type === 'workflow') return restoreWorkflow(id)
      if (type === 'model') return restoreModel(id)
      if (type === 'training') return refuse('training-not-in-trash')
      if (type !== 'project') return refuse('trash-type-unknown')
      const restored = await trash.restoreProject(workspace, id)
      return restored.ok ? ok({ type, id, ...restored.value }) : restored
    },
  }
}

function toMoved({ id, slug }: ProjectHandle): MovedToTrash {
  return { projectId: id, project: slug }
}
