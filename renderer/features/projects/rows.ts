import type { DamagedProject, ProjectSummary } from '#common/contract/projects'
import type { FolderView } from '#common/contract/workspace/folders'
import type { FolderId } from '#common/ids'

/** A row of the projects page. `rest` is the head over the projects that lie in no folder. */
export type Row =
  | { readonly kind: 'folder'; readonly folder: FolderView; readonly depth: number; readonly projects: number }
  /** `in`: the folder that it lies in. */
  | { readonly kind: 'project'; readonly project: ProjectSummary; readonly depth: number; readonly in: FolderId | null }
  | { readonly kind: 'damaged'; readonly project: DamagedProject; readonly depth: number }
  | { readonly kind: 'rest'; readonly projects: number }

export interface Library {
  readonly folders: readonly FolderView[]
  readonly projects: readonly ProjectSummary[]
  readonly damaged?: readonly DamagedProject[]
}

/** Everything from top to bottom: folders with what lies in them, then the projects that lie in none. */
export function rowsOf({ folders, projects, damaged = [] }: Library, closed: ReadonlySet<FolderId>): readonly Row[] {
  const children = Map.groupBy(folders, ({ parentId }) => parentId)
  const folderOf = new Map(folders.flatMap(({ id, projects: slugs }) => slugs.map((slug) => [slug, id] as const)))
  const placed = Map.groupBy(projects, ({ slug }) => folderOf.get(slug) ?? null)

  const placedDamaged = Map.groupBy(damaged, ({ slug }) => folderOf.get(slug) ?? null)

  function amountIn(id: FolderId): number {
    const below = (children.get(id) ?? []).reduce((sum, child) => sum + amountIn(child.id), 0)
    return below + projectsIn(id, 0).length
  }

  function foldersIn(parent: FolderId | null, depth: number): Row[] {
    return (children.get(parent) ?? []).flatMap((folder): Row[] => {
      const head: Row = { kind: 'folder', folder, depth, projects: amountIn(folder.id) }
      if (closed.has(folder.id)) return [head]
      return [head, ...foldersIn(folder.id, depth + 1), ...projectsIn(folder.id, depth + 1)]
    })
  }

  function projectsIn(parent: FolderId | null, depth: number): Row[] {
    const sound = placed.get(parent) ?? []
    const rows: Row[] = sound.map((project) => ({ kind: 'project', project, depth, in: parent }))
    return [
      ...rows,
      ...(placedDamaged.get(parent) ?? []).map((project) => ({ kind: 'damaged' as const, project, depth })),
    ]
  }

  const rest = projectsIn(null, 0)
  const needsHead = folders.length > 0 && rest.length > 0
  return [...foldersIn(null, 0), ...(needsHead ? [{ kind: 'rest' as const, projects: rest.length }] : []), ...rest]
}

/** A folder with the names of those above it: "Harbour / Cranes". */
export function pathOf(folder: FolderView, folders: readonly FolderView[]): string {
  const above = folders.find(({ id }) => id === folder.parentId)
  return above === undefined ? folder.name : `${pathOf(above, folders)} / ${folder.name}`
}

/** The folders that a folder can be moved into: not itself, and none inside it. */
export function placesFor(moved: FolderId, folders: readonly FolderView[]): readonly FolderView[] {
  const isInside = (folder: FolderView): boolean => {
    if (folder.id === moved) return true
    const above = folders.find(({ id }) => id === folder.parentId)
    return above !== undefined && isInside(above)
  }
  return folders.filter((folder) => !isInside(folder))
}
