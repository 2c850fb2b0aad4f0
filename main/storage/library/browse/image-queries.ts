import type { ImageFilter } from '#common/contract/images'
import { readSearch } from '#common/search/parse'
import type { ImageQuerySpec } from '#core/images/ports'
import type { ReadDb } from '../../kit/db.ts'
import { idList } from '../columns.ts'
import { REVIEW, searchConditions } from '../dataset/search-conditions.ts'
import { IMAGE_ORDERS, INDEXED_ORDERS } from './image-orders.ts'
import { keptLists } from './kept-lists.ts'

/** Where a filter narrows. Every condition is a constant text with one parameter, so the statements can be kept. */
const CONDITIONS = {
  splits: 'i.split IN (SELECT value FROM json_each(@splits))',
  states: 'i.state IN (SELECT value FROM json_each(@states))',
  batches: 'i.batch_id IN (SELECT value FROM json_each(@batches))',
  classes: 'i.seq IN (SELECT image_seq FROM image_class WHERE class_id IN (SELECT value FROM json_each(@classes)))',
  hasProposals: 'i.proposals > 0',
  hasOpenComments: 'i.open_comments > 0',
  reviews: `${REVIEW} IN (SELECT value FROM json_each(@reviews))`,
  like: 'i.seq IN (SELECT value FROM json_each(@like))',
  text: `i.name LIKE @text ESCAPE '\\'`,
} as const

const LISTS = ['splits', 'states', 'batches', 'classes', 'reviews'] as const

export interface ImageWindow {
  readonly total: number
  /** Places of pictures, in their order. */
  readonly seqs: readonly number[]
}

export interface ImageQueries {
  window(query: ImageQuerySpec, offset: number, limit: number): ImageWindow
  seqs(query: ImageQuerySpec): readonly number[]
  ids(query: ImageQuerySpec): string[]
  colors(query: ImageQuerySpec): string
}

type Bound = Readonly<Record<string, string | number>>

/**
 * Prepares each combination of filters and order once; searches differ too much to be kept. What no index holds in its order is
 * listed whole once: the next windows are taken from that list as long as nothing changes.
 */
export function imageQueries(db: ReadDb): ImageQueries {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  const lists = keptLists(db)

  function prepare(where: string, order: string) {
    const from = `FROM image i WHERE i.project_id = @project AND i.trashed_at IS NULL${where}`
    const lazily = <Statement>(make: () => Statement) => {
      let made: Statement | undefined
      return () => (made ??= make())
    }
    return {
      count: lazily(() => db.prepare<[Bound], number>(`SELECT count(*) ${from}`).pluck()),
      page: lazily(() =>
        db.prepare<[Bound], number>(`SELECT i.seq ${from} ORDER BY ${order} LIMIT @limit OFFSET @offset`).pluck(),
      ),
      all: lazily(() => db.prepare<[Bound], number>(`SELECT i.seq ${from} ORDER BY ${order}`).pluck()),
      colors: lazily(() =>
        db
          .prepare<[Bound], string | null>(
            `SELECT group_concat(color, '') FROM (SELECT substr(i.color, 2) AS color ${from} ORDER BY ${order})`,
          )
          .pluck(),
      ),
      ids: lazily(() => db.prepare<[Bound], string>(`SELECT i.id ${from} ORDER BY ${order}`).pluck()),
    }
  }

  function of(query: ImageQuerySpec) {
    const { where, parameters } = narrow(query)
    const key = `${query.sort}${where}`
    const statements = prepared.get(key) ?? prepare(where, IMAGE_ORDERS[query.sort])
    if (!isSearch(query.filter.search)) prepared.set(key, statements)
    const like = query.sort === 'alike' ? { like: JSON.stringify(query.like ?? []) } : {}
    return { statements, key, isWhole: where === '', bound: { ...like, ...parameters, project: query.projectId } }
  }

  return {
    window(query, offset, limit) {
      const { statements, key, isWhole, bound } = of(query)
      if (isWhole && INDEXED_ORDERS.has(query.sort)) {
        const seqs = statements.page().all({ ...bound, offset, limit })
        return { total: statements.count().get(bound) ?? 0, seqs }
      }
      const all = lists.of(`${key}${JSON.stringify(bound)}`, () => statements.all().all(bound))
      return { total: all.length, seqs: all.slice(offset, offset + limit) }
    },
    seqs(query) {
      const { statements, bound } = of(query)
      return statements.all().all(bound)
    },
    ids(query) {
      const { statements, bound } = of(query)
      return statements.ids().all(bound)
    },
    colors(query) {
      const { statements, bound } = of(query)
      return statements.colors().get(bound) ?? ''
    },
  }
}

function isSearch(search: string | undefined): search is string {
  return search !== undefined && search !== ''
}

function narrow({ filter, like }: ImageQuerySpec): { where: string; parameters: Record<string, string | number> } {
  const parameters: Record<string, string | number> = {}
  let where = ''
  for (const list of LISTS) {
    const values = filter[list] ?? []
    if (values.length === 0) continue
    parameters[list] = idList(values)
    where += ` AND ${CONDITIONS[list]}`
  }
  if (filter.hasProposals === true) where += ` AND ${CONDITIONS.hasProposals}`
  if (filter.hasOpenComments === true) where += ` AND ${CONDITIONS.hasOpenComments}`
  if (like !== undefined) {
    parameters['like'] = JSON.stringify(like)
    where += ` AND ${CONDITIONS.like}`
  }
  if (filter.text !== undefined && filter.text !== '') {
    parameters['text'] = `%${filter.text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
    where += ` AND ${CONDITIONS.text}`
  }
  return withSearch(filter, { where, parameters })
}

interface Narrowed {
  readonly where: string
  readonly parameters: Record<string, string | number>
}

function withSearch({ search }: ImageFilter, { where, parameters }: Narrowed): Narrowed {
  if (!isSearch(search)) return { where, parameters }
  const query = readSearch(search)
  if (!query.ok) throw new Error(query.error.message)
  const { where: found, values } = searchConditions(query.value, '@project')
  return { where: `${where} AND ${found}`, parameters: { ...parameters, ...values } }
}
