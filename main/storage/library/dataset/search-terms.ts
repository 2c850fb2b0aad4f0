import type { AddedWhen, Measure, SearchTerm } from '#common/search/query'
import { anyCase, type Bind, inCases, type Place } from '../sql/any-case.sql.ts'
import { lacking, saying } from '../sql/said.sql.ts'

/** The conditions on `image i`; all of them hold. */
export interface Asked {
  /** Conditions on its own columns. */
  readonly columns: readonly string[]
  /** Lists of places that it stands in: each one simple SELECT, so that lists can be joined by INTERSECT and EXCEPT. */
  readonly within: readonly string[]
  /** Lists that it does not stand in. */
  readonly without: readonly string[]
}

/** Where an image stands with its reviewers, as `reviewState` says it. */
export const REVIEW = `(CASE WHEN i.review IN ('approved', 'rejected') THEN i.review WHEN i.state = 'done' THEN 'waiting' ELSE 'none' END)`

/** Few images have these: they are read from indexes that hold these alone. */
export const WITH_PROPOSALS =
  'SELECT seq FROM image INDEXED BY image_proposals WHERE proposals > 0 AND trashed_at IS NULL'
export const WITH_COMMENTS =
  'SELECT seq FROM image INDEXED BY image_comments WHERE open_comments > 0 AND trashed_at IS NULL'

export function askedByTerm(term: SearchTerm, place: Place): Asked {
  if ('text' in term || 'name' in term) return askedByName(term, place)
  if (term.kind === 'attribute') return inList(saying(term, place))
  if (term.kind === 'predictions') return inList(WITH_PROPOSALS, term.is)
  if (term.kind === 'comments') return inList(WITH_COMMENTS, term.is)
  if (term.kind !== 'metadata') return ofColumn(columnCondition(term, place.bind))
  return term.value === null ? ofColumn(hasKey(term.key, place)) : inList(withMetadata(term.key, term.value, place))
}

function inList(list: string, is = true): Asked {
  return { columns: [], within: is ? [list] : [], without: is ? [] : [list] }
}

function ofColumn(condition: string): Asked {
  return { columns: [condition], within: [], without: [] }
}

type NameTerm = Extract<SearchTerm, { text: string } | { name: string | null }>

function askedByName(term: NameTerm, place: Place): Asked {
  switch (term.kind) {
    case 'word':
      return ofColumn(wordCondition(term.text, place))
    case 'filename':
      return ofColumn(nameIs(term.text, place.bind))
    case 'tag':
      return inList(tagged(term.name, place.bind))
    case 'class':
      return inList(withClass(term.name, place))
    case 'batch':
      return ofColumn(inBatch(term.name, place))
    case 'lacks':
      return inList(lacking(term.name, place))
    case 'job':
      return inList(term.name === null ? 'SELECT image_seq FROM job_image' : inJob(term.name, place))
  }
}

type ColumnTerm = Exclude<SearchTerm, NameTerm | { kind: 'attribute' | 'predictions' | 'comments' | 'metadata' }>

function columnCondition(term: ColumnTerm, bind: Bind): string {
  switch (term.kind) {
    case 'project':
      return term.slug === null ? 'FALSE' : `i.project_id IN (SELECT id FROM project WHERE slug = ${bind(term.slug)})`
    case 'split':
      return `i.split = ${bind(term.split)}`
    case 'state':
      return `i.state = ${bind(term.state)}`
    case 'review':
      return `${REVIEW} = ${bind(term.review)}`
    case 'labelled':
      return term.is ? LABELLED : `NOT ${LABELLED}`
    case 'measure':
      return measureCondition(term, bind)
    case 'added':
      return addedCondition(term.when, Date.parse(`${term.day}T00:00:00Z`) / 1000, bind)
  }
}

const LABELLED = '(i.shapes > 0 OR i.is_null = 1)'

function wordCondition(text: string, place: Place): string {
  const { bind } = place
  return `(${nameIs(text, bind)} OR i.seq IN (${tagged(text, bind)} UNION ALL ${withClass(text, place)}))`
}

function measureCondition({ of, is, value }: Extract<SearchTerm, { kind: 'measure' }>, bind: Bind): string {
  return `${COLUMN[of]} ${is === 'min' ? '>=' : '<='} ${bind(value)}`
}

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

function hasKey(key: string, { bind }: Place): string {
  return `EXISTS (SELECT 1 FROM image_metadata WHERE image_seq = i.seq AND key = ${bind(key.normalize('NFC'))})`
}

/** Values are stored as JSON: what was written is compared as a text, and as the number or truth value that it may be. */
function withMetadata(key: string, value: string, { bind }: Place): string {
  const forms = new Set([JSON.stringify(value)])
  if (/^-?\d+(?:\.\d+)?$/.test(value)) forms.add(JSON.stringify(Number(value)))
  if (value === 'true' || value === 'false') forms.add(value)
  const list = [...forms].map(bind).join(', ')
  return `SELECT image_seq FROM image_metadata WHERE key = ${bind(key.normalize('NFC'))} AND value IN (${list})`
}
