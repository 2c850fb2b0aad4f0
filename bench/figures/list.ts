import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { ImageFilter } from '#common/contract/images'
import { noteHub } from '#compose/note-hub'
import { type ImageService, imageService } from '#core/dataset/images/service'
import { openBlobStore } from '#storage/blobs/blob-store'
import { imageFiles } from '#storage/blobs/images'
import { openLibrary } from '#storage/library/library'
import { BIG, type BigLibrary } from '../kit/big-library.ts'
import type { Ground } from '../kit/ground.ts'
import { alternate, type Round, timeOf } from '../kit/rounds.ts'
import { plainRow, type Row, timeRow } from '../table.ts'

const ROUNDS = 80
const WARM_ROUNDS = 10
/** Page size of the grid. */
const LIMIT = 100

interface Window {
  readonly name: string
  readonly filter: ImageFilter
  readonly offset: number
}

/** Measures a page of a project with 100,000 images, against the bare statements for its rows and their number. */
export async function list(ground: Ground): Promise<Row[]> {
  const big = await ground.bigLibrary()
  const windows: Window[] = [
    ...[0, 50_000, BIG - LIMIT].map((offset) => ({ name: `from ${offset}`, filter: {}, offset })),
    ...[0, 2000].map((offset) => ({
      name: `of one class from ${offset}`,
      filter: { classes: [big.classId] },
      offset,
    })),
  ]
  const bare = bareStatements(big)
  try {
    return [...(await overService(big, windows, bare)), ...(await overSocket(ground, { big, windows, bare }))]
  } finally {
    bare.close()
  }
}

async function overService(big: BigLibrary, windows: readonly Window[], bare: Bare): Promise<Row[]> {
  const library = openLibrary(big.folder, new Date())
  try {
    const images = await serviceOf(big, library)
    const rows: Row[] = []
    for (const window of windows) {
      const ask = () => images.page(big.project, { ...window, sort: 'added', limit: LIMIT })
      rows.push(timeRow({ name: `list ${window.name}`, unit: 'ms' }, await measure(ask, window, bare), { target: 0.5 }))
    }
    const facets = await repeat(() => images.facets(big.project))
    const ids = await repeat(() => images.ids(big.project, {}, 'added'))
    return [
      ...rows,
      plainRow({ name: 'list: counts of the filter column', unit: 'ms' }, facets),
      plainRow({ name: 'list: all ids', unit: 'ms' }, ids),
    ]
  } finally {
    library.close()
  }
}

async function overSocket(
  ground: Ground,
  { big, windows, bare }: { big: BigLibrary; windows: readonly Window[]; bare: Bare },
): Promise<Row[]> {
  const station = await ground.start(big.folder)
  const { slug: project } = big.project
  const rows: Row[] = []
  for (const window of windows) {
    const { filter, offset } = window
    const ask = () => station.studio.images.page({ project, filter, offset, sort: 'added', limit: LIMIT })
    rows.push(timeRow({ name: `list over WebSocket ${window.name}`, unit: 'ms' }, await measure(ask, window, bare)))
  }
  const peakBytes = await station.end()
  return rows.map((row) => ({ ...row, peakBytes }))
}

async function measure(ask: () => Promise<{ rows: unknown[] }>, window: Window, bare: Bare): Promise<Round[]> {
  const { rows } = await ask()
  if (rows.length !== LIMIT || bare.page(window) !== LIMIT) throw new Error(`The page ${window.name} is not full`)
  const both = (rounds: number) =>
    alternate(
      rounds,
      () => timeOf(ask),
      () => timeOf(() => bare.page(window)),
    )
  await both(WARM_ROUNDS)
  return both(ROUNDS)
}

async function repeat(ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < 20; round += 1) times.push(await timeOf(ask))
  return times
}

async function serviceOf({ folder }: BigLibrary, library: ReturnType<typeof openLibrary>): Promise<ImageService> {
  return imageService({
    images: library.images,
    blobs: await openBlobStore(join(folder, 'blobs')),
    imageFiles: imageFiles(join(folder, 'cache'), Number.MAX_SAFE_INTEGER),
    clock: { now: () => new Date() },
    random: { id: () => 'notNeededHere', hex: () => '' },
    notes: noteHub(),
    alike: async () => [],
  })
}

type Bare = ReturnType<typeof bareStatements>

/** Returns the minimal statements for a page and its total. */
function bareStatements({ database, project, classId }: BigLibrary) {
  const db = new Database(database, { readonly: true })
  const prepare = (where: string) => {
    const from = `FROM image i WHERE i.project_id = @project AND i.trashed_at IS NULL${where}`
    return {
      count: db.prepare(`SELECT count(*) ${from}`).pluck(),
      page: db.prepare(
        `SELECT i.id, i.name, i.width, i.height, i.split, i.state, i.is_null, i.shapes, i.color ${from}
          ORDER BY i.seq LIMIT @limit OFFSET @offset`,
      ),
    }
  }
  const all = prepare('')
  const some = prepare(' AND i.seq IN (SELECT image_seq FROM image_class WHERE class_id = @classId)')
  return {
    page({ filter, offset }: Window): number {
      const { count, page } = filter.classes ? some : all
      const bound = { project: project.id, ...(filter.classes && { classId }) }
      count.get(bound)
      return page.all({ ...bound, offset, limit: LIMIT }).length
    },
    close: () => db.close(),
  }
}
