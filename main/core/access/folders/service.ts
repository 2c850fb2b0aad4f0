import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import { FolderId, type ProjectId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { isPlainName } from '#common/text'
import type { Clock, Notes, Random } from '../../ports.ts'
import type { Workspace } from '../workspaces/ports.ts'
import type { Folder, FolderChange, FolderRepository, RemovedFolder } from './ports.ts'

export type FolderService = ReturnType<typeof folderService>

interface Dependencies {
  readonly folders: FolderRepository
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface WantedFolder {
  readonly name: string
  readonly parentId: string | undefined
  readonly externalId: string | undefined
  readonly projects: readonly ProjectId[]
}

export interface WantedFolderChange {
  readonly name?: string | undefined
  /** Null: to the top. */
  readonly parentId?: string | null | undefined
}

const MAX_NAME = 100

/** Folders that projects lie in: a tree, each project in one place or in none. */
export function folderService({ folders, clock, random, notes }: Dependencies) {
  async function find(workspace: Workspace, id: string): Promise<Result<Folder, Refusal>> {
    const parsed = FolderId.safeParse(id)
    const folder = parsed.success ? await folders.find(workspace.row, parsed.data) : undefined
    return folder ? ok(folder) : folderNotFound(workspace, id)
  }

  async function create(workspace: Workspace, wanted: WantedFolder): Promise<Result<Folder, Refusal>> {
    const name = readName(wanted.name)
    if (!name.ok) return name
    const parent = wanted.parentId === undefined ? undefined : await find(workspace, wanted.parentId)
    if (parent?.ok === false) return parent
    const id = brand<FolderId>(random.id())
    const { externalId, projects } = wanted
    const isCreated = await folders.create({
      id,
      name: name.value,
      externalId,
      projects,
      parentId: parent?.value.id,
      workspace: workspace.row,
      createdAt: clock.now(),
    })
    if (!isCreated) return refuse('folder-external-id-taken', { id: externalId ?? '' })
    return told(workspace, id)
  }

  async function change(
    workspace: Workspace,
    id: string,
    wanted: WantedFolderChange,
  ): Promise<Result<Folder, Refusal>> {
    const folder = await find(workspace, id)
    if (!folder.ok) return folder
    const name = wanted.name === undefined ? ok(undefined) : readName(wanted.name)
    if (!name.ok) return name
    const parentId = await wantedParent(workspace, wanted.parentId)
    if (!parentId.ok) return parentId
    const isChanged = await folders.change(folder.value.id, { name: name.value, parentId: parentId.value })
    if (!isChanged) return refuse('folder-inside-itself', { folder: folder.value.name })
    return told(workspace, folder.value.id)
  }

  /** Null is the top, undefined leaves the folder where it is. */
  async function wantedParent(
    workspace: Workspace,
    id: string | null | undefined,
  ): Promise<Result<FolderChange['parentId'], Refusal>> {
    if (typeof id !== 'string') return ok(id)
    const parent = await find(workspace, id)
    return parent.ok ? ok(parent.value.id) : parent
  }

  /** Moves its contents to the folder above; no project is deleted. */
  async function remove(workspace: Workspace, id: string): Promise<Result<RemovedFolder, Refusal>> {
    const folder = await find(workspace, id)
    if (!folder.ok) return folder
    const contents = await folders.remove(folder.value.id)
    notes.publish({ kind: 'projects' })
    return ok({ folder: folder.value, ...contents })
  }

  /** Takes a removal back. What was moved elsewhere meanwhile stays there. */
  async function restore(workspace: Workspace, removed: RemovedFolder): Promise<Result<Folder, Refusal>> {
    const { id, name, parentId } = removed.folder
    const known = readName(name)
    if (!known.ok) return known
    const parent = parentId === undefined ? undefined : await find(workspace, parentId)
    if (parent?.ok === false) return parent
    const isBack = await folders.restore(workspace.row, removed, clock.now())
    if (!isBack) return refuse('folder-or-external-id-taken', { name })
    return told(workspace, id)
  }

  async function addProjects(workspace: Workspace, id: string, projects: readonly ProjectId[]) {
    const folder = await find(workspace, id)
    if (!folder.ok) return folder
    await folders.addProjects(folder.value.id, projects)
    return told(workspace, folder.value.id)
  }

  async function removeProjects(workspace: Workspace, id: string, projects: readonly ProjectId[]) {
    const folder = await find(workspace, id)
    if (!folder.ok) return folder
    await folders.removeProjects(folder.value.id, projects)
    return told(workspace, folder.value.id)
  }

  function told(workspace: Workspace, id: FolderId): Promise<Result<Folder, Refusal>> {
    notes.publish({ kind: 'projects' })
    return find(workspace, id)
  }

  return {
    list: (workspace: Workspace) => folders.list(workspace.row),
    reach: (workspace: Workspace, ids: readonly string[]) => folders.reach(workspace.row, ids),
    find,
    create,
    change,
    remove,
    restore,
    addProjects,
    removeProjects,
  }
}

/** Said of a folder that is not there, or not for whoever asks. */
export function folderNotFound({ name }: Workspace, id: string) {
  return refuse('folder-not-in-workspace', { id: id.slice(0, 40), workspace: name })
}

function readName(raw: string): Result<string, Refusal> {
  const name = raw.trim()
  if (name === '') return refuse('folder-name-missing')
  if (!isPlainName(name)) return refuse('folder-name-not-plain')
  if (name.length > MAX_NAME) {
    return refuse('folder-name-too-long', { most: MAX_NAME, length: name.length })
  }
  return ok(name)
}
