import { brand } from '#common/border'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { ExportClass, ExportVersion } from '#common/exports/model'
import type { ClassId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { SplitCounts } from '#common/split'
import { shorten } from '#common/text'
import type { Workspace } from '../../../access/workspaces/ports.ts'
import type { Project } from '../../../dataset/projects/ports.ts'
import { withAttributes } from '../../../versions/classes.ts'
import type { SearchFacts } from './facts.ts'
import type { SearchExportRecord } from './ports.ts'

/** Archives of searches are let go after this many days; they can be asked for again. */
export const SEARCH_EXPORT_DAYS = 7

export interface SearchWords {
  readonly name: string
  readonly search: string
}

/** Facts that the archive will state about images of these projects, which are of one type. */
export function factsOf(
  { slug, name: owner }: Workspace,
  [first, ...others]: readonly [Project, ...Project[]],
  { name, search }: SearchWords,
): Omit<SearchFacts, 'id'> & { readonly place: string } {
  const all = [first, ...others]
  const groups = new Set(all.map(({ annotationGroup }) => annotationGroup))
  const licenses = new Set(all.map(({ license }) => license).filter((license) => license !== ''))
  const isOne = others.length === 0
  return {
    name: name || (search === '' ? 'All images' : shorten(search)),
    search: search || '*',
    place: `${slug}/${isOne ? first.slug : 'search'}`,
    projectName: isOne ? first.name : owner,
    projectType: first.type,
    group: groups.size === 1 ? first.annotationGroup : 'objects',
    license: [...licenses].join(', '),
  }
}

/** `<name>.<format>.zip`, in characters that every system takes. */
export function archiveNameOf(name: string, format: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const clean = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${clean || 'search'}.${format}.zip`
}

/** Images of several kinds of projects fit into no one archive. */
export function oneType(projects: readonly Project[]): Result<ProjectType, Refusal> {
  const byType = Map.groupBy(projects, ({ type }) => type)
  const [first, second] = [...byType.values()].map(([project]) => project)
  if (first === undefined) throw new Error('There is no project')
  if (second === undefined) return ok(first.type)
  const types = { firstType: first.type, secondType: second.type }
  return refuse('export-of-different-types', { first: first.name, second: second.name, ...types })
}

/** Classes of one name in several projects are one class in the archive: the first of them. */
export function mergeClasses(classes: readonly ExportClass[]): {
  readonly merged: readonly ExportClass[]
  readonly idOf: (id: ClassId) => ClassId
} {
  const firstOf = new Map<string, ExportClass>()
  for (const known of classes) {
    const first = firstOf.get(known.name)
    firstOf.set(known.name, first ? withAttributes(first, known) : known)
  }
  const ids = new Map(classes.map(({ id, name }) => [id, firstOf.get(name)?.id ?? id]))
  return { merged: [...firstOf.values()], idOf: (id) => ids.get(id) ?? brand<ClassId>(id) }
}

/** The export as the exporters read it. */
export function toExportVersion(
  { facts, createdAt }: Pick<SearchExportRecord, 'facts' | 'createdAt'>,
  classes: readonly ExportClass[],
  counts: SplitCounts,
): ExportVersion {
  return { ...facts, number: 0, createdAt, classes, counts, preprocessing: {}, augmentation: {} }
}
