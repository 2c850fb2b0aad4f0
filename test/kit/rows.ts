import Database from 'better-sqlite3'
import type { TestStation } from './station.ts'

/** Runs SQL on a station's library while the station has it open. */
export function runSql({ database }: Pick<TestStation, 'database'>, sql: string, ...values: readonly unknown[]): void {
  const db = new Database(database)
  try {
    db.pragma('foreign_keys = ON')
    db.prepare(sql).run(...values)
  } finally {
    db.close()
  }
}

export function addTag(station: TestStation, image: string, tag: string): void {
  runSql(station, 'INSERT INTO image_tag SELECT seq, ? FROM image WHERE id = ?', tag, image)
}

export function addMetadata(station: TestStation, image: string, key: string, value: unknown): void {
  const sql = 'INSERT INTO image_metadata SELECT seq, ?, ? FROM image WHERE id = ?'
  runSql(station, sql, key, JSON.stringify(value), image)
}

/** Adds `count` images beside one: rows without pixels, named n-0000.png and so on. */
export function addRows(station: Pick<TestStation, 'database'>, beside: string, count: number): void {
  const sql = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
    INSERT INTO image (id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at)
    SELECT lower(hex(randomblob(10))), project_id, batch_id, printf('n-%04d.png', i), lower(hex(randomblob(32))), bytes, format,
           width, height, color, brightness, split, added_at + i
      FROM n, image WHERE id = ?`
  runSql(station, sql, count, beside)
}
