import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { Shape } from '#common/annotation/shape'
import { migrate } from '#storage/kit/migrate'
import { toShape, toShapeRow } from '#storage/library/dataset/shape-rows'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'
import { SHAPES_JSON } from '#storage/library/sql/versions.sql'

const LASTING = { crowd: true, group: 'group00001', attributes: { attr00001: 'red', attr00002: true } }
const BARE = Shape.parse({
  id: 'shape00001',
  classId: 'class00001',
  z: 1,
  origin: 'smart',
  kind: 'polygon',
  rings: [[0, 0, 4, 0, 4, 4]],
})
const MARKED = Shape.parse({
  ...BARE,
  ...LASTING,
  isLocked: true,
  isCarried: true,
  drawn: { rings: [[0, 0, 2, 0, 4, 0, 4, 4]], detail: 1.5 },
})

test('a label comes back from its row with all that was said of it', () => {
  expect([BARE, MARKED].map((shape) => toShape(toShapeRow(shape)))).toEqual([BARE, MARKED])
})

test('a frozen version keeps the group, the attributes and the crowd of a label, not what is about working on it', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS)
  db.pragma('foreign_keys = OFF')
  const insert = db.prepare(
    `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, marks, area)
     VALUES (1, @id, @class_id, @z, @origin, @kind, @geometry, @marks, @area)`,
  )
  insert.run(toShapeRow(MARKED))
  insert.run({ ...toShapeRow(BARE), id: 'shape00002' })

  const frozen = db.prepare(`SELECT ${SHAPES_JSON} FROM (SELECT 1 AS seq) i`).pluck().get()

  expect(JSON.parse(String(frozen))).toEqual([
    { ...BARE, ...LASTING },
    { ...BARE, id: 'shape00002' },
  ])
})
