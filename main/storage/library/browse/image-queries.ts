import type { ImageSort } from '#common/contract/images'
import type { ProjectId } from '#common/ids'
import type { ImageQuerySpec } from '#core/dataset/images/ports'
import type { ReadDb } from '../../kit/db.ts'
import { type FoundImages, foundImages } from './found-images.ts'
import { imageColors } from './image-colors.ts'
import { IMAGE_ORDERS, INDEXED_ORDERS } from './image-orders.ts'
import { keptUntilChange } from './kept-until-change.ts'

export interface ImageWindow {
  readonly total: number
  /** Places of images, in their order. */
  readonly seqs: readonly number[]
}

export interface ImageQueries {
  window(query: ImageQuerySpec, offset: number, limit: number): ImageWindow
  seqs(query: ImageQuerySpec): readonly number[]
  ids(query: ImageQuerySpec): string[]
  colors(query: ImageQuerySpec): string
}

/** Lists that stay in memory; one of 100,000 images takes less than 1 MB. */
const KEPT = 8

const WHOLE = 'FROM image i WHERE i.project_id = @project AND i.trashed_at IS NULL'

/**
 * Images that a query finds are listed once, in the order of the whole project, which is listed once too: windows, colors and identifiers
 * are taken from these lists as long as nothing changes.
 */
export function imageQueries(db: ReadDb): ImageQueries {
  const lists = keptUntilChange<readonly number[]>(db, KEPT)
  const whole = wholeProject(db)
  const colors = imageColors(db)
  const ids = db
    .prepare<[string], string>(
      'SELECT i.id FROM json_each(?) wanted JOIN image i ON i.seq = wanted.value ORDER BY wanted.key',
    )
    .pluck()

  const inOrder = (project: ProjectId, sort: ImageSort) =>
    lists.of(`${project} ${sort}`, () => whole.all(sort).all({ project }))

  function listed(query: ImageQuerySpec, found: FoundImages | undefined): readonly number[] {
    const { projectId, sort, like } = query
    const order = () => (sort === 'alike' ? (like ?? inOrder(projectId, 'added')) : inOrder(projectId, sort))
    if (found === undefined) return order()
    return lists.of(JSON.stringify([sort, found]), () => {
      const seqs = db.prepare<[FoundImages['bound']], number>(found.text).pluck().all(found.bound)
      if (sort === 'added') return seqs
      return sort === 'newest' ? seqs.toReversed() : sorted(seqs, order())
    })
  }

  const list = (query: ImageQuerySpec) => listed(query, foundImages(query))

  return {
    window(query, offset, limit) {
      const found = foundImages(query)
      const { projectId: project, sort } = query
      if (found === undefined && INDEXED_ORDERS.has(sort)) {
        return { total: whole.count.get({ project }) ?? 0, seqs: whole.page(sort).all({ project, offset, limit }) }
      }
      const all = listed(query, found)
      return { total: all.length, seqs: all.slice(offset, offset + limit) }
    },
    seqs: list,
    ids: (query) => ids.all(JSON.stringify(list(query))),
    colors: (query) => colors.of(query.projectId, list(query), () => inOrder(query.projectId, 'added')),
  }
}

/** The members of `order` that are among `seqs`, which are in ascending order. */
function sorted(seqs: readonly number[], order: readonly number[]): readonly number[] {
  const isFound = new Uint8Array((seqs.at(-1) ?? 0) + 1)
  for (const seq of seqs) isFound[seq] = 1
  return order.filter((seq) => isFound[seq] === 1)
}

function wholeProject(db: ReadDb) {
  const prepared = new Map<ImageSort, ReturnType<typeof prepare>>()

  function prepare(sort: ImageSort) {
    const text = `SELECT i.seq ${WHOLE} ORDER BY ${IMAGE_ORDERS[sort]}`
    return {
      all: db.prepare<[{ project: string }], number>(text).pluck(),
      page: db
        .prepare<[{ project: string; offset: number; limit: number }], number>(`${text} LIMIT @limit OFFSET @offset`)
        .pluck(),
    }
  }

  function of(sort: ImageSort) {
    const made = prepared.get(sort) ?? prepare(sort)
    prepared.set(sort, made)
    return made
  }

  return {
    count: db.prepare<[{ project: string }], number>(`SELECT count(*) ${WHOLE}`).pluck(),
    all: (sort: ImageSort) => of(sort).all,
    page: (sort: ImageSort) => of(sort).page,
  }
}
