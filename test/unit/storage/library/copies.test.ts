import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { brand } from '#common/border'
import type { ProjectId, ProjectSlug } from '#common/ids'
import type { Project } from '#core/dataset/projects/ports'
import { openLibrary } from '#storage/library/library'

const NOW = new Date('2026-01-02T03:04:05Z')
const [FROM, TO] = [brand<ProjectId>('fromProject'), brand<ProjectId>('toProject')]
const IMAGES = 300

function project(id: ProjectId, slug: string): Project {
  const words = { name: 'Boats', type: 'object-detection', annotationGroup: 'boats', license: 'MIT' } as const
  return { id, workspace: 1, slug: brand<ProjectSlug>(slug), ...words, isPublic: false, createdAt: NOW, updatedAt: NOW }
}

/** A project of 300 images with two boxes, a tag, a value and a descriptor each; two of them lie in the trash. */
async function openedLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  const library = openLibrary(folder, NOW)
  const db = new Database(join(folder, 'library.db'))
  onTestFinished(() => {
    db.close()
    library.close()
    rmSync(folder, { recursive: true })
  })
  db.exec(`INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0)`)
  await library.projects.create(project(FROM, 'boats'))
  db.exec(`
    INSERT INTO label_class (id, project_id, name, color, position, chord, attributes)
      VALUES ('cb', '${FROM}', 'boat', 9, 1, 'Alt+B', '[]'),
             ('ca', '${FROM}', 'buoy', 4, 0, NULL, '[{"id":"lit00000","name":"lit","isRequired":true,"kind":"yes-no"}]');
    INSERT INTO batch (id, project_id, name, created_at) VALUES ('b1', '${FROM}', 'Monday', 5), ('b2', '${FROM}', 'Tuesday', 6);
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${IMAGES})
    INSERT INTO image (seq, id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, state,
                       is_null, added_at, trashed_at, source_url)
      SELECT n, 'i' || n, '${FROM}', iif(n % 2, 'b1', 'b2'), n || '.jpg', 'h' || n, n, 'jpeg', 90, 80, '#000000', 0.5,
             iif(n % 3, 'train', 'valid'), 'done', 0, n, iif(n IN (7, 8), 900, NULL), 'http://x/' || n FROM n;
    INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area) SELECT seq, 'a', 'ca', 0, 'hand', 'box', '{"x0":1,"y0":2,"x1":3,"y1":4}', 4 FROM image;
    INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area) SELECT seq, 'b', 'cb', 1, 'smart', 'box', '{"x0":5,"y0":6,"x1":8,"y1":9}', 9 FROM image;
    UPDATE shape SET marks = '{"isLocked":true,"group":"pair0000","attributes":{"lit00000":true}}' WHERE id = 'a';
    UPDATE image SET review = iif(seq % 2, 'approved', 'rejected') WHERE seq % 5 = 0;
    INSERT INTO image_review (image_seq, reason, by_name, made_at)
      SELECT seq, iif(seq % 2, '', 'blurred'), 'Ada', seq FROM image WHERE review <> '';
    INSERT INTO comment (id, image_seq, x, y, body, by_name, made_at, resolved_at, resolved_by, edited_at, words_before)
      SELECT 'root' || seq, seq, 1.5, 2, 'See ' || seq, 'Ada', seq, iif(seq % 2, 9, NULL), 'Bo', iif(seq % 2, seq + 2, NULL), 'Look'
        FROM image WHERE seq % 10 < 2;
    INSERT INTO comment (id, image_seq, x, y, body, by_name, made_at, deleted_at)
      SELECT 'gone' || seq, seq, 1, 2, 'Gone', 'Ada', seq, 9 FROM image WHERE seq % 10 < 2;
    INSERT INTO comment (id, image_seq, parent_id, body, by_name, made_at, edited_at)
      SELECT 'reply' || seq, seq, 'root' || seq, 'Seen', 'Bo', seq + 1, seq + 2 FROM image WHERE seq % 10 = 0;
    INSERT INTO image_tag (image_seq, tag) SELECT seq, 'night' FROM image;
    INSERT INTO image_metadata (image_seq, key, value) SELECT seq, 'lane', '4' FROM image;
    INSERT INTO image_descriptor (image_seq, bytes) SELECT seq, x'0102' FROM image;`)
  return { library, db }
}

/** Everything that is known of a project, in words that do not depend on identifiers. */
function contentsOf(db: Database.Database, id: ProjectId) {
  const all = (text: string) => db.prepare(text).raw().all(id)
  const live = 'i.project_id = ? AND i.trashed_at IS NULL'
  return {
    classes: all(
      'SELECT name, color, position, shapes, images, chord, attributes FROM label_class WHERE project_id = ? ORDER BY position',
    ),
    images:
      all(`SELECT i.name, i.blob, i.bytes, i.width, i.height, i.split, i.state, i.is_null, i.shapes, i.added_at, i.source_url, i.review,
      i.open_comments,       b.name, b.created_at FROM image i JOIN batch b ON b.id = i.batch_id AND b.project_id = i.project_id WHERE ${live} ORDER BY i.seq`),
    shapes:
      all(`SELECT i.blob, c.name, s.z, s.origin, s.kind, s.geometry, s.area, s.marks FROM shape s JOIN image i ON i.seq = s.image_seq
      JOIN label_class c ON c.id = s.class_id AND c.project_id = i.project_id WHERE ${live} ORDER BY i.seq, s.id`),
    reviews: all(
      `SELECT i.blob, r.reason, r.by_name, r.made_at FROM image_review r JOIN image i ON i.seq = r.image_seq WHERE ${live} ORDER BY 1`,
    ),
    comments:
      all(`SELECT i.blob, c.x, c.y, c.body, c.by_name, c.made_at, c.edited_at, c.resolved_at, c.resolved_by, p.body FROM comment c
      JOIN image i ON i.seq = c.image_seq LEFT JOIN comment p ON p.id = c.parent_id
      WHERE ${live} AND c.deleted_at IS NULL ORDER BY 1, c.made_at`),
    tags: all(`SELECT i.blob, tag FROM image_tag JOIN image i ON i.seq = image_seq WHERE ${live} ORDER BY 1`),
    metadata: all(
      `SELECT i.blob, key, value FROM image_metadata JOIN image i ON i.seq = image_seq WHERE ${live} ORDER BY 1`,
    ),
    descriptors: all(
      `SELECT i.blob, d.bytes FROM image_descriptor d JOIN image i ON i.seq = image_seq WHERE ${live} ORDER BY 1`,
    ),
  }
}

type Library = Awaited<ReturnType<typeof openedLibrary>>['library']

async function copyAll({ copies }: Library): Promise<number> {
  let passed = 0
  for (let after = 0; ; ) {
    const images = await copies.next(FROM, after)
    const last = images.at(-1)
    if (last === undefined) return passed
    const seqs = images.map(({ seq }) => seq)
    for (let done = 0; done < seqs.length; ) done += await copies.copySome(FROM, TO, seqs.slice(done))
    passed += seqs.length
    after = last.seq
  }
}

test('a copy holds everything of its source but the trash, also when it is begun again in its middle', async () => {
  const { library, db } = await openedLibrary()
  await library.copies.begin(project(TO, '~toProject'))

  const images = await library.copies.next(FROM, 0)
  const first = await library.copies.copySome(
    FROM,
    TO,
    images.map(({ seq }) => seq),
  )
  await library.copies.begin(project(TO, '~toProject'))
  const passed = await copyAll(library)

  const copy = contentsOf(db, TO)
  expect(first).toBeGreaterThan(0)
  expect(passed).toBe(IMAGES - 2)
  expect(copy.images).toHaveLength(IMAGES - 2)
  expect(copy).toEqual(contentsOf(db, FROM))
})

test('nobody sees a copy before it is whole; then it has the first free name', async () => {
  const { library } = await openedLibrary()
  const [workspace] = [await library.workspaces.first()]
  if (workspace === undefined) throw new Error('The workspace is gone')
  await library.copies.begin(project(TO, '~toProject'))
  await copyAll(library)

  const before = await library.projects.list(workspace)
  const trashed = await library.trash.contents(workspace.row)
  await library.copies.show(TO, NOW)
  await library.copies.show(TO, NOW)

  const shown = await library.copies.target(TO)
  expect(before.map(({ slug }) => slug)).toEqual(['boats'])
  expect(trashed.projects).toEqual([])
  expect(shown).toMatchObject({ isWhole: true, project: { slug: 'boats-2', name: 'Boats 2', license: 'MIT' } })
  expect((await library.projects.list(workspace)).map(({ slug }) => slug).toSorted()).toEqual(['boats', 'boats-2'])
})

test('the clean-up takes away a copy that was given up, and leaves one that is being made', async () => {
  const { library, db } = await openedLibrary()
  const cleanUp = async () => {
    await library.trash.giveUp(NOW)
    while (await library.trash.deletePiece(NOW));
  }
  await library.copies.begin(project(TO, '~toProject'))
  await copyAll(library)

  await cleanUp()
  const kept = await library.copies.count(TO)
  await library.copies.giveUp(TO)
  await cleanUp()

  expect(kept).toBe(IMAGES - 2)
  expect(db.prepare('SELECT id FROM project').pluck().all()).toEqual([FROM])
  expect(contentsOf(db, TO).images).toEqual([])
  expect(await library.copies.count(FROM)).toBe(IMAGES - 2)
})
