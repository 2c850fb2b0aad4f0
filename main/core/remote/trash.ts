import { Parent, type Restored, type TrashItem, type TrashRef } from '#common/contract/workspace/trash'
import { refuse } from '#common/errors'
import { type ProjectAddress, ProjectId, ProjectSlug } from '#common/ids'
import { ok } from '#common/result'
import type { Outcome } from '../management/outcome.ts'
import type { TrashedItem } from '../management/trash.ts'
import type { Remote } from './ports.ts'

/** Another machine's trash: what its API lists, and takes out again. */
export function remoteTrash({ host, management, notes }: Remote) {
  async function list(): Outcome<TrashItem[]> {
    const told = await management.trash.list()
    return told.ok ? ok(told.value.flatMap((item) => toItem(item) ?? [])) : told
  }

  async function moveProject(project: ProjectAddress): Outcome<{ projectId: ProjectId }> {
    const moved = await management.trash.moveProject(project)
    if (!moved.ok) return moved
    notes.publish({ kind: 'projects' })
    return idOf(moved.value.projectId)
  }

  async function moveVersion(project: ProjectSlug, version: number): Outcome<{ projectId: ProjectId }> {
    const moved = await management.trash.moveVersion(project, version)
    if (!moved.ok) return moved
    notes.publish({ kind: 'versions', project })
    return idOf(moved.value.projectId)
  }

  async function idOf(id: string): Outcome<{ projectId: ProjectId }> {
    const projectId = ProjectId.safeParse(id)
    if (projectId.success) return ok({ projectId: projectId.data })
    return refuse('remote-trash-without-id', { host })
  }

  /** The address of the project whose version lies in the trash; a version that comes back tells none. */
  async function parentSlug(parentId: string | undefined): Promise<string | undefined> {
    const listed = parentId === undefined ? undefined : await management.trash.list()
    return listed?.ok === true ? listed.value.find(({ parent }) => parent?.id === parentId)?.parent?.slug : undefined
  }

  async function restore(item: TrashRef): Outcome<Restored> {
    if (item.kind === 'images') return refuse('remote-cannot-restore-images', { host })
    const wanted =
      item.kind === 'project'
        ? { type: 'project', id: item.id, parentId: undefined }
        : { type: 'version', id: String(item.number), parentId: item.projectId }
    const parent = await parentSlug(wanted.parentId)
    const restored = await management.trash.restore(wanted)
    if (!restored.ok) return restored
    notes.publish({ kind: 'projects' })
    const project = ProjectSlug.safeParse(restored.value.slug ?? parent)
    if (!project.success) return refuse('remote-restored-without-address', { host })
    if (item.kind === 'version') notes.publish({ kind: 'versions', project: project.data })
    const takenSlug = ProjectSlug.safeParse(restored.value.takenSlug).data ?? null
    return ok({ project: project.data, takenSlug, images: null, replaced: null })
  }

  return { list, moveProject, moveVersion, restore }
}

/** Kinds that no screen shows, workflows say, are left to that machine. */
function toItem({ type, id, name, parent, deletedAt, cleanupAt }: TrashedItem): TrashItem | undefined {
  const at = {
    deletedAt: deletedAt.toISOString(),
    cleanupAt: cleanupAt.toISOString(),
    covers: [],
    images: null,
    replaced: null,
  }
  if (type === 'project') {
    const projectId = ProjectId.safeParse(id)
    return projectId.success
      ? { ...at, kind: 'project', id: projectId.data, name, type: null, versions: null }
      : undefined
  }
  const project = Parent.safeParse(parent)
  if (type !== 'version' || !project.success || !/^[1-9]\d*$/.test(id)) return undefined
  return { ...at, kind: 'version', project: project.data, number: Number(id), name }
}
