import type { ImageFilter } from '#common/contract/images'
import { readSearch } from '#common/search/parse'
import type { ImageQuerySpec } from '#core/images/ports'
import type { ReadDb } from '../../kit/db.ts'
import { idList } from '../columns.ts'
import { searchConditions } from './search-conditions.ts'

/** Where a filter narrows. Every condition is a constant text with one parameter, so the statements can be kept. */
const CONDITIONS = {
  splits: 'i.split IN (SELECT value FROM json_each(@splits))',
  states: 'i.state IN (SELECT value FROM json_each(@states))',
  batches: 'i.batch_id IN (SELECT value FROM json_each(@batches))',
  classes: 'i.seq IN (SELECT image_seq FROM image_class WHERE class_id IN (SELECT value FROM json_each(@classes)))',
  hasProposals: 'i.proposals > 0',
  text: `i.name LIKE @text ESCAPE '\\'`,
} as const

const LISTS = ['splits', 'states', 'batches', 'classes'] as const

const ORDERS = {
  added: 'i.seq',
  name: 'i.name COLLATE NOCASE, i.seq',
  'most-shapes': 'i.shapes DESC, i.seq DESC',
  'fewest-shapes': 'i.shapes, i.seq',
} as const

export interface PreparedQuery<Row> {
  count(): number
  page(offset: number, limit: number): Row[]
  ids(): string[]
}

/** Prepares each combination of filters and order once. There are at most 64 × 4 of them; searches differ too much to be kept. */
export function imageQueries<Row>(db: ReadDb, columns: string): { of(query: ImageQuerySpec): PreparedQuery<Row> } {
  const prepared = new Map<string, ReturnType<typeof prepare>>()

  function prepare(where: string, order: string) {
    const from = `FROM image i WHERE i.project_id = @project AND i.trashed_at IS NULL${where}`
    return {
      count: db.prepare(`SELECT count(*) ${from}`).pluck(),
      page: db.prepare<[Record<string, string | number>], Row>(
        `SELECT ${columns} ${from} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
      ),
      ids: db.prepare(`SELECT i.id ${from} ORDER BY ${order}`).pluck(),
    }
  }

  return {
    of({ projectId, filter, sort }) {
      const { where, parameters } = narrow(filter)
      const key = `${sort}${where}`
      const statements = prepared.get(key) ?? prepare(where, ORDERS[sort])
      if (!isSearch(filter.search)) prepared.set(key, statements)
      const bound = { ...parameters, project: projectId }
      return {
        count: () => Number(statements.count.get(bound)),
        page: (offset, limit) => statements.page.all({ ...bound, offset, limit }),
        ids: () => statements.ids.all(bound).map(String),
      }
    },
  }
}

function isSearch(search: string | undefined): search is string {
  return search !== undefined && search !== ''
}

function narrow(filter: ImageFilter): { where: string; parameters: Record<string, string | number> } {
  const parameters: Record<string, string | number> = {}
  let where = ''
  for (const list of LISTS) {
    const values = filter[list] ?? []
    if (values.length === 0) continue
    parameters[list] = idList(values)
    where += ` AND ${CONDITIONS[list]}`
  }
  if (filter.hasProposals === true) where += ` AND ${CONDITIONS.hasProposals}`
  if (filter.text !== undefined && filter.text !== '') {
    parameters['text'] = `%${filter.text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
    where += ` AND ${CONDITIONS.text}`
  }
  if (!isSearch(filter.search)) return { where, parameters }
  const query = readSearch(filter.search)
  if (!query.ok) throw new Error(query.error.message)
  const { where: found, values } = searchConditions(query.value, '@project')
  return { where: `${where} AND ${found}`, parameters: { ...parameters, ...values } }
}
