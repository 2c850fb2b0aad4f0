import { join } from 'node:path'
import Database from 'better-sqlite3'
import { brand } from '#common/border'
import type { BatchId, ClassId, ImageId, ProjectId, ProjectSlug, WorkspaceSlug } from '#common/ids'
import type { Project } from '#core/dataset/projects/ports'
import { openLibrary } from '#storage/library/library'

/** A library with one project of 100,000 annotated images. It has their rows, but not their pixels. */
export interface BigLibrary {
  readonly folder: string
  readonly database: string
  readonly project: Project
  readonly classId: ClassId
}

export const BIG = 100_000
const CLASSES = 40
const BATCHES = 25

export async function makeBigLibrary(folder: string): Promise<BigLibrary> {
  const library = openLibrary(folder, new Date())
  const now = new Date()
  const slug = brand<WorkspaceSlug>('bench')
  const workspace = await library.workspaces.create({ slug, name: 'Bench', createdAt: now })
  const project: Project = {
    id: brand<ProjectId>('bigProject1'),
    workspace: workspace.row,
    slug: brand<ProjectSlug>('big'),
    name: 'Big',
    type: 'object-detection',
    annotationGroup: 'things',
    license: 'Private',
    isPublic: false,
    createdAt: now,
    updatedAt: now,
  }
  await library.projects.create(project)
  const classes = Array.from({ length: CLASSES }, (_, nth) => ({
    id: brand<ClassId>(`bigClass${nth}`),
    name: `class ${nth}`,
  }))
  await library.projects.ensureClasses(project.id, classes)
  for (let nth = 0; nth < BATCHES; nth += 1) {
    const fresh = { id: brand<BatchId>(`bigBatch${nth}`), createdAt: now }
    await library.images.batch(project.id, `Folder ${nth}`, fresh)
  }
  library.close()
  const database = join(folder, 'library.db')
  fill(database, project.id)
  return { folder, database, project, classId: brand<ClassId>('bigClass7') }
}

/** Returns the id of the `nth` image. */
export function bigImage(nth: number): ImageId {
  return brand<ImageId>(`bigImage${String(nth).padStart(6, '0')}`)
}

/** Uses one statement for all images and one for all annotations; the layout's triggers count them. */
function fill(path: string, project: ProjectId) {
  const db = new Database(path)
  db.pragma('synchronous = OFF')
  db.transaction(() => {
    db.prepare(IMAGES).run({ project, at: Date.now() / 1000 })
    db.prepare(LABELS).run()
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Six of ten images get annotations. Names, splits, states and sizes vary independently. */
const IMAGES = `
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${BIG})
  INSERT INTO image (seq, id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split,
                     state, added_at)
  SELECT i + 1, printf('bigImage%06d', i), @project, 'bigBatch' || (i * 31 / 1000 % ${BATCHES}),
         printf('%s_%06d.jpg', CASE i % 3 WHEN 0 THEN 'IMG' WHEN 1 THEN 'DSC' ELSE 'frame' END, i * 7919 % 1000003),
         printf('%064x', i), 2000000 + i * 13 % 3000000, 'jpeg',
         CASE i % 4 WHEN 0 THEN 1280 ELSE 4000 END, CASE i % 4 WHEN 0 THEN 960 ELSE 3000 END,
         printf('#%06x', i * 48271 % 16777216), i % 97 / 97.0,
         CASE WHEN i * 17 % 100 < 70 THEN 'train' WHEN i * 17 % 100 < 90 THEN 'valid' ELSE 'test' END,
         CASE WHEN i % 10 >= 6 THEN 'todo' WHEN i % 7 < 4 THEN 'done' ELSE 'started' END, @at + i / 100.0
    FROM n`

const LABELS = `
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${BIG})
  INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
  SELECT i + 1, 'bigShape' || k, 'bigClass' || ((i / 10 + k * 13) % ${CLASSES}), k, 'hand', 'box',
         printf('{"x0":%d,"y0":%d,"x1":%d,"y1":%d}', 10 + k * 40, 20, 90 + k * 40, 100), 6400
    FROM n JOIN (SELECT 0 AS k UNION SELECT 1 UNION SELECT 2) ON k <= i % 3
   WHERE i % 10 < 6`
