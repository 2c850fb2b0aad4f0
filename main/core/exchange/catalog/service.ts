import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ImageReader } from '../../dataset/images/ports.ts'
import { similarity } from '../../dataset/search/descriptor.ts'
import { likenessRanking } from '../../dataset/search/likeness.ts'
import type { SearchRepository } from '../../dataset/search/ports.ts'
import type { CatalogEntry, CatalogFolders, CatalogRepository, PublicProject } from './ports.ts'
import { type CatalogQuery, fits, isType, readCatalogQuery } from './query.ts'

export type CatalogService = ReturnType<typeof catalogService>

interface Dependencies {
  readonly catalog: CatalogRepository
  readonly folders: CatalogFolders
  readonly search: SearchRepository
  readonly imageFiles: Pick<ImageReader, 'describe'>
}

/** Results of one page. */
export const CATALOG_PAGE = { usual: 12, most: 100 } as const

export interface CatalogSearch {
  /** Words and filters; see `readCatalogQuery`. */
  readonly query: string
  readonly type?: string | undefined
  /** From 1. */
  readonly page: number
  readonly limit: number
  /** Descriptor of an image, from `describe`: projects with the most similar images come first. */
  readonly looks?: Uint8Array | undefined
}

export interface CatalogFindings {
  readonly total: number
  readonly entries: readonly CatalogEntry[]
}

type Found = { readonly entry: CatalogEntry; readonly id: PublicProject['id'] | undefined }

/** Searches the projects that are open to everybody: public ones of this library, and those in catalog folders. */
export function catalogService({ catalog, folders, search, imageFiles }: Dependencies) {
  const likeness = likenessRanking(search)

  async function all(): Promise<Found[]> {
    const [own, published] = await Promise.all([catalog.publicProjects(), folders.list()])
    return [
      ...own.map((project) => ({ entry: project, id: project.id })),
      ...published.map((project) => ({ entry: project, id: undefined })),
    ]
  }

  async function find(wanted: CatalogSearch): Promise<Result<CatalogFindings, Refusal>> {
    const sound = checkPage(wanted)
    if (!sound.ok) return sound
    const query = readCatalogQuery(wanted.query)
    if (!query.ok) return query
    const { type } = wanted
    const fitting = (await all()).filter(
      ({ entry }) => fits(entry, query.value) && (type === undefined || isType(entry, type)),
    )
    const { looks } = wanted
    const ranked = looks ? await rankByLikeness(fitting, looks) : rankByWords(fitting, query.value)
    const from = (wanted.page - 1) * wanted.limit
    return ok({ total: ranked.length, entries: ranked.slice(from, from + wanted.limit) })
  }

  /** Projects without an image that was ever described cannot be compared and are left out. */
  async function rankByLikeness(found: readonly Found[], wanted: Uint8Array): Promise<CatalogEntry[]> {
    const ranked: { entry: CatalogEntry; alike: number }[] = []
    for (const { entry, id } of found) {
      const descriptors = id === undefined ? await folders.descriptors(entry.project) : await likest(id, wanted)
      if (descriptors.length === 0) continue
      ranked.push({ entry, alike: Math.max(...descriptors.map((descriptor) => similarity(wanted, descriptor))) })
    }
    return ranked.toSorted((a, b) => b.alike - a.alike).map(({ entry }) => entry)
  }

  /** The descriptor of the likest image of a project, if any image is described. */
  async function likest(project: PublicProject['id'], wanted: Uint8Array): Promise<readonly Uint8Array[]> {
    const seqs = await search.all({ projects: [project], query: { kind: 'all' } })
    const { seqs: first } = await likeness.rank(project, seqs, { wanted, offset: 0, limit: 1 })
    const described = await search.descriptors(first)
    return described.map(({ bytes }) => bytes).filter(({ length }) => length === wanted.length)
  }

  /** Descriptor of an image, to search with. */
  async function describe(bytes: Uint8Array): Promise<Result<Uint8Array, Refusal>> {
    const looks = await imageFiles.describe(bytes)
    if (looks) return ok(looks)
    return refuse('search-image-unreadable')
  }

  return { find, describe }
}

/** Projects whose name says it come before those whose classes or description do; the larger first. */
function rankByWords(found: readonly Found[], query: CatalogQuery): CatalogEntry[] {
  const words = query.flatMap((term) => (term.kind === 'word' ? [term.text] : []))
  const isNamed = ({ name }: CatalogEntry) => words.every((word) => name.toLowerCase().includes(word))
  return found
    .map(({ entry }) => entry)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || b.images - a.images || (a.name < b.name ? -1 : 1))
}

function checkPage({ page, limit }: Pick<CatalogSearch, 'page' | 'limit'>): Result<undefined, Refusal> {
  if (!Number.isInteger(page) || page < 1) return refuse('page-number-too-small', { page })
  if (Number.isInteger(limit) && limit >= 1 && limit <= CATALOG_PAGE.most) return ok(undefined)
  return refuse('page-limit-outside-range', { most: CATALOG_PAGE.most, limit })
}
