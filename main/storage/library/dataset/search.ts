import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { brand } from '#common/border'
import type { BlobHash, ImageId, ProjectId } from '#common/ids'
import { Split } from '#common/split'
import type { FoundImage, SearchRepository, SearchSpec, SearchWindow } from '#core/dataset/search/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { soundRows } from '../../kit/stored-row.ts'
import { fromSeconds } from '../columns.ts'
import {
  allText,
  countText,
  type FoundRow,
  firstText,
  pageText,
  SCOPE,
  type SearchIndex,
  searchStatements,
} from '../sql/search.sql.ts'
import { picksFromList, searchConditions } from './search-conditions.ts'

const Seqs = z.array(z.int())
const Classes = z.array(z.object({ name: z.string(), shapes: z.int() }))
const Tags = z.array(z.string())
const Metadata = z.record(z.string(), z.unknown())

/** Queries differ too much to keep their statements: preparing one costs far less than running it. */
export function searchRepository(db: ReadDb, commits: CommitQueue): SearchRepository {
  const sql = searchStatements(db)

  function pageInOne({ where, bound }: Narrowed, window: SearchWindow) {
    const found = db.prepare<[object], { total: number; seqs: string }>(pageText(where)).get({ ...bound, ...window })
    return { total: found?.total ?? 0, seqs: Seqs.parse(JSON.parse(found?.seqs ?? '[]')) }
  }

  /** Counting what is not noted down takes half the time, or none where the page holds all there is. */
  function pageFirst({ where, bound, index }: Narrowed, window: SearchWindow) {
    const seqs = db
      .prepare<[object], number>(firstText(where))
      .pluck()
      .all({ ...bound, ...window })
    const isAll = window.after === 0 && window.offset === 0 && seqs.length < window.limit
    const total = isAll ? seqs.length : (db.prepare<[object], number>(countText(where, index)).pluck().get(bound) ?? 0)
    return { total, seqs }
  }

  return {
    async page(spec, window) {
      return picksFromList(spec.query) ? pageInOne(narrow(spec), window) : pageFirst(narrow(spec), window)
    },
    async all(spec) {
      const { where, bound } = narrow(spec)
      return db.prepare<[typeof bound], number>(allText(where)).pluck().all(bound)
    },
    async rows(seqs) {
      return soundRows(sql.rows.all(JSON.stringify(seqs)), toFound)
    },
    async deletions() {
      return sql.deletions.get() ?? 0
    },
    async descriptors(seqs) {
      // A whole project is read slice by slice: what else waits gets its turn.
      await setImmediate()
      return sql.descriptors.all(JSON.stringify(seqs))
    },
    async descriptorOf(image) {
      return sql.descriptorOf.get(image)
    },
    async describe(images) {
      await commits.run(() => {
        for (const { id, bytes } of images) sql.describe.run(bytes, id)
      })
    },
    async undescribed(project, after, limit) {
      return sql.undescribed
        .all(project, after, limit)
        .map(({ seq, id, blob }) => ({ seq, id: brand<ImageId>(id), blob: brand<BlobHash>(blob) }))
    },
    async countUndescribed(project) {
      return sql.countUndescribed.get(project, 0) ?? 0
    },
  }
}

interface Narrowed {
  readonly where: string
  readonly bound: Readonly<Record<string, string | number>>
  /** Through which the count goes. */
  readonly index: SearchIndex
}

function narrow({ projects, query }: SearchSpec): Narrowed {
  const { where, values } = searchConditions(query, SCOPE)
  const bound: Record<string, string | number> = { ...values, projects: JSON.stringify(projects) }
  return { where, bound, index: query.kind === 'split' ? 'image_facets' : 'image_search' }
}

function toFound({ id, project_id, split, added_at, classes, tags, metadata, ...row }: FoundRow): FoundImage {
  return {
    ...row,
    id: brand<ImageId>(id),
    projectId: brand<ProjectId>(project_id),
    split: Split.parse(split),
    addedAt: fromSeconds(added_at),
    classes: Classes.parse(JSON.parse(classes)),
    tags: Tags.parse(JSON.parse(tags)),
    metadata: Metadata.parse(JSON.parse(metadata)),
  }
}
