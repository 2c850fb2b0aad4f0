import type { FolderView, RemovedFolder } from '#common/contract/workspace/folders'
import type { KeyFolder } from '#common/contract/workspace/keys'
import { type Refusal, refuse } from '#common/errors'
import { type FolderId, ProjectSlug } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { ManagedFolder, WantedFolderChange } from '../management/folders.ts'
import type { Outcome } from '../management/outcome.ts'
import { folderIdOf, projectIdOf } from './names.ts'
import type { Remote } from './ports.ts'

export type RemoteFolders = ReturnType<typeof remoteFolders>

/** A folder as it is there, with what screens call it. */
interface Known {
  readonly id: FolderId
  readonly told: ManagedFolder
}

/** The folders of another machine. Each act begins with a look at them: their API names no folder that a project lies in. */
export function remoteFolders({ host, management, notes }: Pick<Remote, 'host' | 'management' | 'notes'>) {
  async function look(): Outcome<readonly Known[]> {
    const told = await management.folders.list()
    return told.ok ? ok(told.value.map((folder) => ({ id: folderIdOf(folder.id), told: folder }))) : told
  }

  async function list(): Outcome<FolderView[]> {
    const known = await look()
    return known.ok ? ok(treeOf(known.value)) : known
  }

  /** Folders with those above them in their names, in the order of these names. */
  async function named(): Outcome<KeyFolder[]> {
    const listed = await list()
    if (!listed.ok) return listed
    const byId = new Map(listed.value.map((folder) => [folder.id, folder]))
    const nameOf = ({ name, parentId }: FolderView): string => {
      const above = parentId === null ? undefined : byId.get(parentId)
      return above === undefined ? name : `${nameOf(above)} / ${name}`
    }
    const all = listed.value.map((folder) => ({ id: folder.id, name: nameOf(folder) }))
    return ok(all.toSorted((a, b) => a.name.localeCompare(b.name, 'en')))
  }

  /** The remote's identifiers of some folders. */
  async function idsOf(ids: readonly FolderId[]): Outcome<string[]> {
    const known = ids.length === 0 ? ok([]) : await look()
    if (!known.ok) return known
    const found: string[] = []
    for (const id of ids) {
      const folder = find(known.value, id)
      if (!folder.ok) return folder
      found.push(folder.value.told.id)
    }
    return ok(found)
  }

  function find(known: readonly Known[], id: FolderId): Result<Known, Refusal> {
    const found = known.find((folder) => folder.id === id)
    return found ? ok(found) : refuse('remote-folder-not-found', { host })
  }

  /** The remote's identifier of the parent; undefined for the top. */
  function parentIn(known: readonly Known[], id: FolderId | null): Result<string | undefined, Refusal> {
    const parent = id === null ? undefined : find(known, id)
    if (parent === undefined) return ok(undefined)
    return parent.ok ? ok(parent.value.told.id) : parent
  }

  async function create({ name, parentId }: Pick<FolderView, 'name' | 'parentId'>): Outcome<FolderView> {
    const known = parentId === null ? ok([]) : await look()
    if (!known.ok) return known
    const parent = parentIn(known.value, parentId)
    if (!parent.ok) return parent
    return changed(await management.folders.create({ name, parentId: parent.value }))
  }

  async function rename(id: FolderId, name: string): Outcome<FolderView> {
    const known = await look()
    if (!known.ok) return known
    const folder = find(known.value, id)
    return folder.ok ? changed(await management.folders.change(folder.value.told.id, { name })) : folder
  }

  async function move(id: FolderId, parentId: FolderId | null): Outcome<FolderView> {
    const known = await look()
    if (!known.ok) return known
    const folder = find(known.value, id)
    if (!folder.ok) return folder
    const parent = parentIn(known.value, parentId)
    if (!parent.ok) return parent
    return changed(await moveTo(folder.value.told.id, { parentId: parent.value ?? null }))
  }

  /** A server that knows no folders inside folders answers as if it had moved one. */
  async function moveTo(id: string, { parentId = null }: Pick<WantedFolderChange, 'parentId'>): Outcome<ManagedFolder> {
    const moved = await management.folders.change(id, { parentId })
    if (!moved.ok || (moved.value.parentId ?? null) === parentId) return moved
    return refuse('remote-folder-not-moved', { host, folder: moved.value.name })
  }

  async function remove(id: FolderId): Outcome<RemovedFolder> {
    const known = await look()
    if (!known.ok) return known
    const folder = find(known.value, id)
    if (!folder.ok) return folder
    const { told } = folder.value
    const removed = await management.folders.remove(told.id)
    if (!removed.ok) return removed
    notes.publish({ kind: 'projects' })
    const { name, parentId, externalId = null } = told
    return ok({
      folder: { id, name, externalId, parentId: parentId === undefined ? null : folderIdOf(parentId) },
      children: known.value.filter((child) => child.told.parentId === told.id).map((child) => child.id),
      projects: told.projects.map(projectIdOf),
    })
  }

  /** Makes the folder again and brings back what still lies where the removal put it; all of that, or nothing. */
  async function restore({ folder, children, projects }: RemovedFolder): Outcome<FolderView> {
    const { id, name, externalId } = folder
    const known = await look()
    if (!known.ok) return known
    if (known.value.some((each) => each.id === id)) return refuse('folder-exists', { name })
    const parent = parentIn(known.value, folder.parentId)
    if (!parent.ok) return parent
    const parentId = parent.value
    const there = await projectsIn(known.value, parentId)
    if (!there.ok) return there
    const back = there.value.filter((slug) => projects.includes(projectIdOf(slug)))
    const wanted = { name, parentId, externalId: externalId ?? undefined, projects: back }
    const made = await management.folders.create(wanted)
    if (!made.ok) return made
    const lost = known.value.filter((each) => children.includes(each.id) && each.told.parentId === parentId)
    for (const child of lost) {
      const moved = await moveTo(child.told.id, { parentId: made.value.id })
      if (moved.ok) continue
      // Contents that it has by now go back to where they were.
      await management.folders.remove(made.value.id)
      notes.publish({ kind: 'projects' })
      return moved
    }
    return changed(made)
  }

  /** Addresses of the projects that lie in a folder itself, or in none. */
  async function projectsIn(known: readonly Known[], folder: string | undefined): Outcome<readonly string[]> {
    if (folder !== undefined) return ok(known.find(({ told }) => told.id === folder)?.told.projects ?? [])
    const workspace = await management.workspace()
    if (!workspace.ok) return workspace
    const placed = new Set(known.flatMap(({ told }) => told.projects))
    return ok(workspace.value.projects.map(({ slug }) => slug).filter((slug) => !placed.has(slug)))
  }

  /** Puts a project into a folder, or into none; answers where it lay before. */
  async function place(project: ProjectSlug, into: FolderId | null): Outcome<{ before: FolderId | null }> {
    const known = await look()
    if (!known.ok) return known
    const before = known.value.find(({ told }) => told.projects.includes(project))
    const target = parentIn(known.value, into)
    if (!target.ok) return target
    if (target.value !== undefined) {
      const added = await management.folders.addProjects(target.value, [project])
      if (!added.ok) return added
    } else if (before !== undefined) {
      const taken = await management.folders.removeProjects(before.told.id, [project])
      if (!taken.ok) return taken
    }
    notes.publish({ kind: 'projects' })
    return ok({ before: before?.id ?? null })
  }

  function changed(answer: Result<ManagedFolder, Refusal>): Result<FolderView, Refusal> {
    if (!answer.ok) return answer
    notes.publish({ kind: 'projects' })
    const { id, parentId } = answer.value
    return ok(toView({ id: folderIdOf(id), told: answer.value }, parentId === undefined ? null : folderIdOf(parentId)))
  }

  return { list, named, idsOf, create, rename, move, remove, restore, place }
}

/** Folders that lie deeper are shown at the top. */
const DEEPEST = 100

/** By name. A folder whose way up does not end is shown at the top: no answer may hide one, or be without end. */
function treeOf(known: readonly Known[]): FolderView[] {
  const byId = new Map(known.map((folder) => [folder.told.id, folder]))
  const above = ({ told: { parentId } }: Known) => (parentId === undefined ? undefined : byId.get(parentId))
  const reachesTop = (folder: Known): boolean => {
    let at = above(folder)
    for (let step = 0; step < DEEPEST && at !== undefined; step += 1) at = above(at)
    return at === undefined
  }
  const placed = new Set<string>()
  const views = [...byId.values()].map((folder) => {
    const parent = reachesTop(folder) ? above(folder) : undefined
    return toView(folder, parent?.id ?? null, placed)
  })
  return views.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Each project is in one folder; `placed` are those that were met. */
function toView(
  { id, told: { name, projects } }: Known,
  parentId: FolderId | null,
  placed = new Set<string>(),
): FolderView {
  const slugs = projects.flatMap((project) => {
    const slug = ProjectSlug.safeParse(project)
    if (!slug.success || placed.has(slug.data)) return []
    placed.add(slug.data)
    return slug.data
  })
  return { id, name, parentId, projects: slugs }
}
