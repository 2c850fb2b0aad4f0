import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { brand } from '#common/border'
import { type ImageFilter, ImageSort } from '#common/contract/images'
import type { BatchId, ClassId, ProjectId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { readSearch } from '#common/search/parse'
import { migrate } from '#storage/kit/migrate'
import { type FoundImages, foundImages } from '#storage/library/browse/found-images'
import { imageQueries } from '#storage/library/browse/image-queries'
import { searchConditions } from '#storage/library/dataset/search-conditions'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

const PROJECT = brand<ProjectId>('p')
const IMAGES = 120

/** Two projects whose images take turns; every eleventh image is in the trash. */
const ROWS = `
  INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0);
  INSERT INTO project (id, workspace_id, slug, name, type, annotation_group, license, created_at, updated_at)
    SELECT value, 1, value, value, 'object-detection', '', '', 0, 0 FROM json_each('["p", "q"]');
  INSERT INTO label_class (id, project_id, name, color, position)
    SELECT p.id || c.value, p.id, c.value, 1, c.key FROM project p, json_each('["boat", "gull"]') c;
  INSERT INTO batch SELECT p.id || b.value, p.id, b.value, 0 FROM project p, json_each('["monday", "tuesday"]') b;
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * IMAGES})
  INSERT INTO image (seq, id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, state,
                     proposals, open_comments, added_at, trashed_at)
    SELECT i, 'i' || i, CASE i % 2 WHEN 0 THEN 'p' ELSE 'q' END,
           CASE i % 2 WHEN 0 THEN 'p' ELSE 'q' END || CASE WHEN i % 3 < 1 THEN 'monday' ELSE 'tuesday' END,
           CASE i % 5 WHEN 0 THEN 'quay' ELSE 'pier' END || (i * 7 % 100), i, 1, 'jpeg', 100 * (i % 4), 100,
           printf('#%06x', i), 0, CASE WHEN i % 7 < 3 THEN 'train' ELSE 'valid' END,
           CASE WHEN i % 9 < 4 THEN 'done' ELSE 'todo' END, i % 13 = 0, i % 17 = 0, i, CASE WHEN i % 11 = 0 THEN 1 END FROM n;
  INSERT INTO image_tag SELECT seq, 'night' FROM image WHERE seq % 4 < 2;
  INSERT INTO image_tag SELECT seq, 'rain' FROM image WHERE seq % 6 < 2;
  INSERT INTO image_metadata SELECT seq, 'lane', seq % 8 FROM image WHERE seq % 16 < 12;
  INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
    SELECT i.seq, 'a', c.id, 0, 'hand', 'box', '{}', 1 FROM image i JOIN label_class c
        ON c.project_id = i.project_id AND i.seq % 10 < CASE c.name WHEN 'boat' THEN 3 ELSE 0 END;
  INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
    SELECT i.seq, 'b', c.id, 1, 'hand', 'box', '{}', 1 FROM image i JOIN label_class c
        ON c.project_id = i.project_id AND c.name = 'gull' AND i.seq % 12 < 5;`

/** Words of the search field, and which of the images above they are to find. */
const FINDS: Readonly<Record<string, (seq: number) => boolean>> = {
  'tag:night': (seq) => seq % 4 < 2,
  'tag:Rain': (seq) => seq % 6 < 2,
  'class:boat': (seq) => seq % 10 < 3,
  'class:gull': (seq) => seq % 12 < 5,
  'metadata:lane=2': (seq) => seq % 16 < 12 && seq % 8 === 2,
  'metadata:lane': (seq) => seq % 16 < 12,
  'job:*': () => false,
  'predictions:true': (seq) => seq % 13 === 0,
  'comments:none': (seq) => seq % 17 !== 0,
  'review:waiting': (seq) => seq % 9 < 4,
  'state:done': (seq) => seq % 9 < 4,
  'split:train': (seq) => seq % 7 < 3,
  'min-width:200': (seq) => seq % 4 > 1,
  'min-annotations:1': (seq) => seq % 10 < 3 || seq % 12 < 5,
  'labelled:false': (seq) => !(seq % 10 < 3 || seq % 12 < 5),
  'batch:monday': (seq) => seq % 3 < 1,
  'added:>=1970-01-01': () => true,
  quay: (seq) => seq % 5 === 0,
  night: (seq) => seq % 4 < 2,
}

interface Case {
  readonly search: string
  readonly finds: (seq: number) => boolean
}

const word: fc.Arbitrary<Case> = fc.constantFrom(...Object.entries(FINDS)).map(([search, finds]) => ({ search, finds }))

const anyCase: fc.Arbitrary<Case> = fc.letrec<{ search: Case }>((tie) => ({
  search: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'search' },
    word,
    fc.tuple(tie('search'), tie('search')).map(([a, b]) => ({
      search: `(${a.search} ${b.search})`,
      finds: (seq: number) => a.finds(seq) && b.finds(seq),
    })),
    fc.tuple(tie('search'), tie('search')).map(([a, b]) => ({
      search: `(${a.search} OR ${b.search})`,
      finds: (seq: number) => a.finds(seq) || b.finds(seq),
    })),
    tie('search').map((a) => ({ search: `-${a.search}`, finds: (seq: number) => !a.finds(seq) })),
  ),
})).search

let said: string[] = []
const db = new Database(':memory:', { verbose: (text) => said.push(String(text)) })
migrate(db, LIBRARY_MIGRATIONS)
db.exec(ROWS)
const queries = imageQueries(db)
const asked = (filter: ImageFilter, sort: ImageSort = 'added') => ({ projectId: PROJECT, filter, sort })
const living = Array.from({ length: IMAGES }, (_, nth) => 2 * nth + 2).filter((seq) => seq % 11 > 0)

beforeEach(() => {
  said = []
})

afterAll(() => db.close())

describe('a search', () => {
  test('finds the images of its project that every word of it is true of', () => {
    fc.assert(
      fc.property(anyCase, ({ search, finds }) => {
        expect(queries.seqs(asked({ search }))).toEqual(living.filter(finds))
      }),
    )
  })

  test('finds the same whether its lists are joined with the images or asked about them one by one', () => {
    fc.assert(
      fc.property(anyCase, ({ search, finds }) => {
        const { text, bound } = oneByOne(search)

        const found = db.prepare<[object], number>(`${text} ORDER BY 1`).pluck().all(bound)

        expect(found).toEqual(living.filter(finds))
      }),
    )
  })

  test('is narrowed by every box of the filter column, and by what looks like an image', () => {
    const filter: ImageFilter = {
      search: 'metadata:lane',
      splits: ['train'],
      states: ['done', 'todo'],
      batches: [brand<BatchId>('pmonday'), brand<BatchId>('ptuesday')],
      classes: [brand<ClassId>('pboat'), brand<ClassId>('pgull')],
      reviews: ['waiting'],
      text: 'R',
    }
    const among = living.filter((seq) => seq % 16 < 12 && seq % 7 < 3 && seq % 9 < 4 && seq % 5 > 0)
    const found = among.filter((seq) => seq % 10 < 3 || seq % 12 < 5)
    const like = [found[1] ?? 0, 3, found[0] ?? 0]

    expect(found.length).toBeGreaterThan(2)
    expect(queries.seqs(asked(filter))).toEqual(found)
    expect(queries.seqs({ ...asked(filter, 'alike'), like })).toEqual([found[1], found[0]])
    expect(queries.seqs(asked({ hasProposals: true, hasOpenComments: true }))).toEqual([])
  })

  test('never has every entry of one list tried with every entry of another', () => {
    const words = Object.keys(FINDS)
    const searches = words.flatMap((a) =>
      words.flatMap((b) => [`${a} ${b}`, `(${a} OR split:test) ${b}`, `${a} -${b}`]),
    )
    const plans = searches.flatMap((search) => {
      const joined = foundImages(asked({ search, classes: [brand<ClassId>('pboat')] }))
      return [oneByOne(search), ...(joined === undefined ? [] : [joined])].map(planOf)
    })

    expect(plans.filter((plan) => plan.includes('seq=? AND rowid=?'))).toEqual([])
  })
})

/** A search as the condition that it is elsewhere. */
function oneByOne(search: string): FoundImages {
  const query = readSearch(search)
  if (!query.ok) throw new Error(sentenceOf(query.error))
  const { where, values } = searchConditions(query.value, '@project')
  const text = `SELECT i.seq FROM image i WHERE i.project_id = @project AND i.trashed_at IS NULL AND ${where}`
  return { text, bound: { ...values, project: PROJECT } }
}

function planOf({ text, bound }: FoundImages): string {
  const steps = db.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(bound)
  return steps.map(({ detail }) => detail).join('; ')
}

test.each(ImageSort.options)('in the order %s what a search finds stands as it stands in the whole project', (sort) => {
  const found = new Set(queries.seqs(asked({ search: 'tag:night' })))
  const whole = queries.seqs(asked({}, sort))

  expect(whole.toSorted((a, b) => a - b)).toEqual(living)
  expect(queries.seqs(asked({ search: 'tag:night' }, sort))).toEqual(whole.filter((seq) => found.has(seq)))
})

test('windows, colours and identifiers of a search are those of its list, which is made once until something changes', () => {
  const query = asked({ search: 'tag:night -split:train min-annotations:1' }, 'largest')
  const listings = () => said.filter((text) => text.includes('INDEXED BY image_search')).length

  const seqs = queries.seqs(query)
  const colors = queries.colors(query).match(/.{6}/g)
  expect(colors?.map((color) => Number.parseInt(color, 16))).toEqual(seqs)
  expect(queries.ids(query)).toEqual(seqs.map((seq) => `i${seq}`))
  expect(queries.window(query, 2, 3)).toEqual({ total: seqs.length, seqs: seqs.slice(2, 5) })
  expect(listings()).toBe(1)

  db.exec(`INSERT INTO image_tag SELECT seq, 'new' FROM image WHERE seq = ${seqs[0]}`)
  queries.window(query, 0, 1)
  expect(listings()).toBe(2)
})

test('the colours of very many images are those of each, for all of a project and for a part of it', () => {
  const many = brand<ProjectId>('many')
  db.exec(`
    INSERT INTO project (id, workspace_id, slug, name, type, annotation_group, license, created_at, updated_at)
      VALUES ('many', 1, 'many', 'many', 'object-detection', '', '', 0, 0);
    INSERT INTO batch VALUES ('many', 'many', 'many', 0);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
    INSERT INTO image (seq, id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at)
      SELECT 1000 + i, 'm' || i, 'many', 'many', 'm', i, 1, 'jpeg', 1, 1, printf('#%06x', i), 0,
             CASE WHEN i % 9 = 0 THEN 'test' ELSE 'train' END, 0 FROM n`)
  const colors = (filter: ImageFilter, sort: ImageSort) =>
    queries
      .colors({ projectId: many, filter, sort })
      .match(/.{6}/g)
      ?.map((color) => Number.parseInt(color, 16))
  const all = Array.from({ length: 12_000 }, (_, nth) => nth + 1)

  expect(colors({}, 'added')).toEqual(all)
  expect(colors({}, 'newest')).toEqual(all.toReversed())
  expect(colors({ splits: ['train'] }, 'added')).toEqual(all.filter((nth) => nth % 9 > 0))
  expect(colors({ splits: ['valid'] }, 'added')).toBeUndefined()
})
