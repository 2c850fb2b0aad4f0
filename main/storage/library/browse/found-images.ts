import { sentenceOf } from '#common/messages/sentence'
import { readSearch } from '#common/search/parse'
import type { ImageQuerySpec } from '#core/dataset/images/ports'
import { idList } from '../columns.ts'
import { askedBySearch, together } from '../dataset/search-conditions.ts'
import { type Asked, REVIEW, WITH_COMMENTS, WITH_PROPOSALS } from '../dataset/search-terms.ts'

/** A statement for the places of what a query finds, the least first, with the values that its parameters stand for. */
export interface FoundImages {
  readonly text: string
  readonly bound: Readonly<Record<string, string | number>>
}

/** Where a filter narrows. */
const COLUMNS = {
  splits: 'i.split IN (SELECT value FROM json_each(@splits))',
  states: 'i.state IN (SELECT value FROM json_each(@states))',
  batches: 'i.batch_id IN (SELECT value FROM json_each(@batches))',
  reviews: `${REVIEW} IN (SELECT value FROM json_each(@reviews))`,
} as const
const WITH_CLASSES = 'SELECT image_seq FROM image_class WHERE class_id IN (SELECT value FROM json_each(@classes))'
const ALIKE = 'SELECT value FROM json_each(@like)'
const NAMED = `i.name LIKE @text ESCAPE '\\'`

/** The images found, or undefined where a query takes all images of the project. */
export function foundImages(query: ImageQuerySpec): FoundImages | undefined {
  const bound: Record<string, string | number> = {}
  const { columns, within, without } = together([askedByBoxes(query, bound), askedByField(query, bound)])
  if (columns.length + within.length + without.length === 0) return undefined
  const where = ['i.project_id = @project', 'i.trashed_at IS NULL', ...columns].join(' AND ')
  // The images and the lists lie in the order of their places: they are gone through side by side, and nothing is looked up.
  const places = [`SELECT i.seq FROM image i INDEXED BY image_search WHERE ${where}`, ...within].join(' INTERSECT ')
  return { text: `${[places, ...without].join(' EXCEPT ')} ORDER BY 1`, bound: { ...bound, project: query.projectId } }
}

/** Each list of a filter goes in as one parameter. */
function askedByBoxes({ filter, like }: ImageQuerySpec, bound: Record<string, string | number>): Asked {
  const given = (name: keyof typeof COLUMNS | 'classes') => {
    const values = filter[name] ?? []
    if (values.length > 0) bound[name] = idList(values)
    return values.length > 0
  }
  const columns = (['splits', 'states', 'batches', 'reviews'] as const).filter(given).map((name) => COLUMNS[name])
  const within = given('classes') ? [WITH_CLASSES] : []
  if (filter.hasProposals === true) within.push(WITH_PROPOSALS)
  if (filter.hasOpenComments === true) within.push(WITH_COMMENTS)
  if (like !== undefined) {
    bound['like'] = JSON.stringify(like)
    within.push(ALIKE)
  }
  return { columns, within, without: [] }
}

function askedByField({ filter }: ImageQuerySpec, bound: Record<string, string | number>): Asked {
  const { text = '', search = '' } = filter
  const query = readSearch(search)
  if (!query.ok) throw new Error(sentenceOf(query.error))
  const { asked, values } = askedBySearch(query.value, '@project')
  Object.assign(bound, values)
  if (text === '') return asked
  bound['text'] = `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
  return { ...asked, columns: [...asked.columns, NAMED] }
}
