import type { AddedWhen, Measure, SearchQuery, SearchTerm } from '#common/search/query'
import { anyCase, type Bind, inCases, type Place } from '../sql/any-case.sql.ts'
import { lacking, saying } from '../sql/said.sql.ts'

/** A condition on `image i` with the values that its parameters stand for. */
export interface Conditions {
  readonly where: string
  readonly values: Readonly<Record<string, string | number>>
}

/**
 * The condition of a query. What was written goes in by parameters only. `scope` is the SQL list of the projects that are
 * searched: names of classes and batches are those of these projects.
 */
export function searchConditions(query: SearchQuery, scope: string): Conditions {
  const values: Record<string, string | number> = {}
  const bind: Bind = (value) => {
    const name = `search${Object.keys(values).length}`
    values[name] = value
    return `@${name}`
  }
  return { where: condition(query, { bind, scope }), values }
}

/** Where a picture stands with its reviewers, as `reviewState` says it. */
export const REVIEW = `(CASE WHEN i.review IN ('approved', 'rejected') THEN i.review WHEN i.state = 'done' THEN 'waiting' ELSE 'none' END)`

/** Whether a query picks its pictures out of a list, of those with a tag perhaps: that is long, and gathered before the first is found. */
export function picksFromList(query: SearchQuery): boolean {
  if ('parts' in query) return query.parts.some(picksFromList)
  return query.kind === 'metadata' ? query.value !== null : LISTED.has(query.kind)
}

/** `not` is none of them: what is in no list is found at once. */
const LISTED: ReadonlySet<SearchQuery['kind']> = new Set(['word', 'tag', 'class', 'job', 'attribute', 'lacks'])

function condition(query: SearchQuery, place: Place): string {
  if (query.kind === 'all') return 'TRUE'
  if (query.kind === 'not') return `NOT ${condition(query.of, place)}`
  if (!('parts' in query)) return termCondition(query, place)
  return `(${query.parts.map((part) => condition(part, place)).join(query.kind === 'and' ? ' AND ' : ' OR ')})`
}

function termCondition(term: SearchTerm, place: Place): string {
  if ('text' in term || 'name' in term) return nameCondition(term, place)
  if (term.kind === 'labelled' || term.kind === 'predictions' || term.kind === 'comments')
    return truthCondition(TRUTH[term.kind], term.is)
  if (term.kind === 'attribute') return `i.seq IN (${saying(term, place)})`
  if (term.kind === 'review') return `${REVIEW} = ${place.bind(term.review)}`
  return term.kind === 'state' ? `i.state = ${place.bind(term.state)}` : columnCondition(term, place.bind)
}

type NameTerm = Extract<SearchTerm, { text: string } | { name: string | null }>

function nameCondition(term: NameTerm, place: Place): string {
  const { bind } = place
  switch (term.kind) {
    case 'word':
      return `(${nameIs(term.text, bind)} OR i.seq IN (${tagged(term.text, bind)} UNION ALL ${withClass(term.text, place)}))`
    case 'filename':
      return nameIs(term.text, bind)
    case 'tag':
      return `i.seq IN (${tagged(term.name, bind)})`
    case 'class':
      return `i.seq IN (${withClass(term.name, place)})`
    case 'batch':
      return inBatch(term.name, place)
    case 'lacks':
      return `i.seq IN (${lacking(term.name, place)})`
    case 'job':
      return `i.seq IN (${term.name === null ? 'SELECT image_seq FROM job_image' : inJob(term.name, place)})`
  }
}

function columnCondition(
  term: Exclude<SearchTerm, NameTerm | { kind: 'state' | 'review' | 'attribute' | keyof typeof TRUTH }>,
  bind: Bind,
): string {
  switch (term.kind) {
    case 'project':
      return term.slug === null ? 'FALSE' : `i.project_id IN (SELECT id FROM project WHERE slug = ${bind(term.slug)})`
    case 'split':
      return `i.split = ${bind(term.split)}`
    case 'measure':
      return `${COLUMN[term.of]} ${term.is === 'min' ? '>=' : '<='} ${bind(term.value)}`
    case 'added':
      return addedCondition(term.when, Date.parse(`${term.day}T00:00:00Z`) / 1000, bind)
    case 'metadata':
      return metadataCondition(term.key, term.value, bind)
  }
}

function truthCondition(condition: string, is: boolean): string {
  return is ? condition : `NOT ${condition}`
}

/** Pictures with proposals are read from an index that holds these alone. */
const TRUTH = {
  labelled: '(i.shapes > 0 OR i.is_null = 1)',
  predictions:
    '(i.seq IN (SELECT seq FROM image INDEXED BY image_proposals WHERE proposals > 0 AND trashed_at IS NULL))',
  comments:
    '(i.seq IN (SELECT seq FROM image INDEXED BY image_comments WHERE open_comments > 0 AND trashed_at IS NULL))',
} as const

const COLUMN: Readonly<Record<Measure, string>> = { width: 'i.width', height: 'i.height', annotations: 'i.shapes' }

const DAY_SECONDS = 86_400

function addedCondition(when: AddedWhen, begin: number, bind: Bind): string {
  const end = begin + DAY_SECONDS
  switch (when) {
    case 'on':
      return `(i.added_at >= ${bind(begin)} AND i.added_at < ${bind(end)})`
    case 'after':
      return `i.added_at >= ${bind(end)}`
    case 'from':
      return `i.added_at >= ${bind(begin)}`
    case 'before':
      return `i.added_at < ${bind(begin)}`
    case 'until':
      return `i.added_at < ${bind(end)}`
  }
}

function nameIs(part: string, bind: Bind): string {
  const pattern = part.replace(/[\\%_]/g, (special) => `\\${special}`).replaceAll('*', '%')
  const likes = inCases(pattern).map((form) => `i.name LIKE ${bind(`%${form}%`)} ESCAPE '\\'`)
  return likes.length === 1 ? likes.join() : `(${likes.join(' OR ')})`
}

function inBatch(name: string, { bind, scope }: Place): string {
  return `i.batch_id IN (SELECT id FROM batch WHERE project_id IN (${scope})
    AND (id = ${bind(name)} OR ${anyCase('name', name, bind)}))`
}

function inJob(name: string, { bind, scope }: Place): string {
  return `SELECT image_seq FROM job_image WHERE job_id IN (SELECT id FROM annotation_job WHERE project_id IN (${scope})
    AND (id = ${bind(name)} OR ${anyCase('name', name, bind)}))`
}

function tagged(name: string, bind: Bind): string {
  return `SELECT image_seq FROM image_tag WHERE ${anyCase('tag', name, bind)}`
}

function withClass(name: string, { bind, scope }: Place): string {
  return `SELECT image_seq FROM image_class WHERE class_id IN
    (SELECT id FROM label_class WHERE project_id IN (${scope}) AND ${anyCase('name', name, bind)})`
}

/** Values are stored as JSON: what was written is compared as a text, and as the number or truth value that it may be. */
function metadataCondition(key: string, value: string | null, bind: Bind): string {
  if (value === null) return `EXISTS (SELECT 1 FROM image_metadata WHERE image_seq = i.seq AND key = ${bind(key)})`
  const forms = new Set([JSON.stringify(value)])
  if (/^-?\d+(?:\.\d+)?$/.test(value)) forms.add(JSON.stringify(Number(value)))
  if (value === 'true' || value === 'false') forms.add(value)
  const list = [...forms].map(bind).join(', ')
  return `i.seq IN (SELECT image_seq FROM image_metadata WHERE key = ${bind(key)} AND value IN (${list}))`
}
