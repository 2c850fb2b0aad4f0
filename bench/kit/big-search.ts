import Database from 'better-sqlite3'
import type { BigLibrary } from './big-library.ts'

/** Adds a million annotations, tags, metadata and image embeddings to the big library, once. */
export function fillForSearch({ database }: BigLibrary): void {
  const db = new Database(database)
  db.pragma('synchronous = OFF')
  if (db.prepare('SELECT 1 FROM image_descriptor LIMIT 1').get() === undefined) db.transaction(() => db.exec(MORE))()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

const MORE = `
  WITH RECURSIVE k (k) AS (SELECT 10 UNION ALL SELECT k + 1 FROM k WHERE k < 25)
  INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
  SELECT seq, 'bigShape' || k, 'bigClass' || ((seq * 7 + k * k * 13) % 40), k, 'hand', 'box',
         '{"x0":1,"y0":1,"x1":5,"y1":5}', 16
    FROM image JOIN k WHERE shapes > 0;
  INSERT INTO image_tag SELECT seq, 'tag' || (seq % 17) FROM image;
  INSERT INTO image_tag SELECT seq, 'everything' FROM image;
  INSERT INTO image_metadata SELECT seq, 'lane', seq % 9 FROM image;
  INSERT INTO image_descriptor SELECT seq, randomblob(160) FROM image;`
