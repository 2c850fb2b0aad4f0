import Database from 'better-sqlite3'
import type { ProjectId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { readSearch } from '#common/search/parse'
import { DESCRIPTOR_BYTES } from '#core/dataset/search/descriptor'
import { likenessRanking } from '#core/dataset/search/likeness'
import type { SearchRepository } from '#core/dataset/search/ports'
import { openLibrary } from '#storage/library/library'
import type { BigLibrary } from '../kit/big-library.ts'
import { fillForSearch } from '../kit/big-search.ts'
import type { Ground } from '../kit/ground.ts'
import { alternate, timeOf } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'

/** Limit for the first page and count of any search in 100,000 images with a million annotations. */
const LIMIT_MS = 100
const ROUNDS = 15
const PAGE = { after: 0, offset: 0, limit: 50 }

/** One query of each kind; those that match nearly everything are the most expensive. */
const QUERIES = [
  '*',
  'img',
  'quay',
  'img jpg 00',
  'tag:tag3',
  'tag:everything',
  'class:"class 7"',
  'split:train',
  'filename:IMG',
  'project:big',
  'batch:"Folder 3"',
  'metadata:lane=3',
  'metadata:lane',
  'min-width:2000',
  'max-annotations:0',
  'added:>2020-01-01',
  'labelled:false',
  '-tag:tag3',
  '(img OR tag:tag3 OR class:"class 7") -split:test',
]

/** Minimal conditions for the first page and count of such a search. */
const BARE: ReadonlyMap<string, string> = new Map([
  ['*', ''],
  ['split:train', "AND i.split = 'train'"],
  ['labelled:false', 'AND i.shapes = 0 AND i.is_null = 0'],
  ['filename:IMG', "AND i.name LIKE '%IMG%'"],
  ['tag:tag3', "AND i.seq IN (SELECT image_seq FROM image_tag WHERE tag = 'tag3')"],
  ['metadata:lane=3', "AND i.seq IN (SELECT image_seq FROM image_metadata WHERE key = 'lane' AND value = 3)"],
  [
    'class:"class 7"',
    `AND i.seq IN (SELECT image_seq FROM image_class ic JOIN label_class c ON c.id = ic.class_id
                    WHERE c.project_id = @project AND c.name = 'class 7')`,
  ],
])

/** Measures the first page and count of searches by words and by similar images in a project of 100,000 images. */
export async function search(ground: Ground): Promise<Row[]> {
  const big = await ground.bigLibrary()
  fillForSearch(big)
  const library = openLibrary(big.folder, new Date())
  try {
    const rows: Row[] = []
    for (const text of QUERIES) {
      const query = readSearch(text)
      if (!query.ok) throw new Error(sentenceOf(query.error))
      const spec = { projects: [big.project.id], query: query.value }
      rows.push(
        await row(`search ${text}`, async () => library.search.rows((await library.search.page(spec, PAGE)).seqs)),
      )
    }
    return [...rows, await likeness(library.search, big.project.id), ...(await againstStatements(library.search, big))]
  } finally {
    library.close()
  }
}

/** Returns the same searches as ratios to their bare statements. */
async function againstStatements(repository: SearchRepository, { database, project }: BigLibrary): Promise<Row[]> {
  const db = new Database(database, { readonly: true })
  try {
    const rows: Row[] = []
    for (const [text, where] of BARE) {
      const from = `FROM image i WHERE i.project_id = @project AND i.trashed_at IS NULL ${where}`
      const count = db.prepare(`SELECT count(*) ${from}`).pluck()
      const page = db.prepare(`SELECT i.id, i.name, i.width, i.height, i.split ${from} ORDER BY i.seq LIMIT 50`)
      const bare = () => [count.get({ project: project.id }), page.all({ project: project.id }).length]
      const query = readSearch(text)
      if (!query.ok) throw new Error(sentenceOf(query.error))
      const spec = { projects: [project.id], query: query.value }
      const ask = async () => {
        const { total, seqs } = await repository.page(spec, PAGE)
        return [total, (await repository.rows(seqs)).length]
      }
      if (String(await ask()) !== String(bare())) throw new Error(`The statements of ${text} find something else`)
      const rounds = await alternate(
        ROUNDS,
        () => timeOf(ask),
        () => timeOf(async () => bare()),
      )
      rows.push(timeRow({ name: `search ${text}, to its statements`, unit: 'ms' }, rounds, { target: 0.5 }))
    }
    return rows
  } finally {
    db.close()
  }
}

async function likeness(repository: SearchRepository, project: ProjectId): Promise<Row> {
  const ranking = likenessRanking(repository)
  const like = { wanted: new Uint8Array(DESCRIPTOR_BYTES).fill(100), offset: 0, limit: PAGE.limit }
  return row('search by likeness', async () => {
    const all = await repository.all({ projects: [project], query: { kind: 'all' } })
    return repository.rows((await ranking.rank(project, all, like)).seqs)
  })
}

async function row(name: string, ask: () => Promise<unknown>): Promise<Row> {
  await ask()
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await timeOf(ask), limit: LIMIT_MS })
  return timeRow({ name, unit: 'ms' }, rounds, { target: 1 })
}
