import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { documentBefore } from '#common/annotation/operation'
import { ORPHANS } from '#storage/blobs/orphans'
import { BLOB_TABLES } from '#storage/library/dataset/blob-references'
import { toLogged } from '#storage/library/dataset/operation-rows'
import { toShape } from '#storage/library/dataset/shape-rows'
import { annotationStatements } from '#storage/library/sql/annotations.sql'

/** Rules that hold for every library at every start, whatever happened before. Returns the broken ones as sentences. */
export function brokenInvariants(library: string): string[] {
  const db = new Database(join(library, 'library.db'), { readonly: true })
  try {
    return [
      ...soundFile(db),
      ...countsAgree(db),
      ...historiesAgree(db),
      ...blobsAreThere(db, library),
      ...nothingHalfWritten(library),
      ...tasksAreTrue(db),
    ]
  } finally {
    db.close()
  }
}

function soundFile(db: Database.Database): string[] {
  const integrity = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  const dangling = db.prepare('PRAGMA foreign_key_check').all()
  return [
    ...integrity.filter((line) => line !== 'ok').map((line) => `integrity: ${line}`),
    ...dangling.map((row) => `dangling reference: ${JSON.stringify(row)}`),
  ]
}

function countsAgree(db: Database.Database): string[] {
  const rows = db
    .prepare<[], string>(
      `SELECT 'image ' || i.id || ' counts ' || i.shapes || ' shapes but has ' || count(s.id)
         FROM image i LEFT JOIN shape s ON s.image_seq = i.seq GROUP BY i.seq HAVING i.shapes <> count(s.id)
        UNION ALL
       SELECT 'class count of image ' || c.image_seq || ' is ' || c.shapes FROM image_class c
        WHERE c.shapes <> (SELECT count(*) FROM shape s WHERE s.image_seq = c.image_seq AND s.class_id = c.class_id)
        UNION ALL
       SELECT 'state of ' || id || ' is todo with shapes' FROM image WHERE state = 'todo' AND shapes > 0`,
    )
    .pluck()
  return rows.all()
}

/**
 * Every image has a gesture at each position up to its undo depth, its revision is at least that depth, and its log leads back from
 * its labels to none.
 */
function historiesAgree(db: Database.Database): string[] {
  const holes = db
    .prepare<[], string>(
      `SELECT 'history of ' || i.id || ' has a hole' FROM image i
        WHERE i.undo_depth <> (SELECT count(*) FROM operation o WHERE o.image_seq = i.seq AND o.position BETWEEN 1 AND i.undo_depth)
           OR i.revision < i.undo_depth`,
    )
    .pluck()
    .all()
  const logged = db.prepare<[], number>('SELECT DISTINCT image_seq FROM operation').pluck().all()
  const { shapes, operationsAfter } = annotationStatements(db)
  const lost = logged.filter((seq) => {
    const first = documentBefore(shapes.all(seq).map(toShape), operationsAfter.all(seq, 0).map(toLogged))
    return !first.ok || first.value.length > 0
  })
  return [...holes, ...lost.map((seq) => `the log of image ${seq} does not lead to its labels`)]
}

function blobsAreThere(db: Database.Database, library: string): string[] {
  const damaged = namedBlobs(db).filter((hash) => {
    const path = join(library, 'blobs', hash.slice(0, 2), hash)
    return !existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== hash
  })
  return damaged.map((hash) => `blob ${hash} is missing or damaged`)
}

function namedBlobs(db: Database.Database): string[] {
  return db
    .prepare<[], string>(BLOB_TABLES.map((table) => `SELECT blob FROM ${table} WHERE blob IS NOT NULL`).join(' UNION '))
    .pluck()
    .all()
}

function nothingHalfWritten(library: string): string[] {
  const received = filesIn(join(library, 'blobs')).filter((name) => !/^[0-9a-f]{64}$/.test(name))
  const copied = filesIn(join(library, 'cache')).filter((name) => !/^[0-9a-f]{64}\.\w+$/.test(name))
  return [...received, ...copied].map((name) => `half written: ${name}`)
}

/** Names of files in a folder and those below it, but for orphans that were put away and the file that tells whose the blobs are. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.parentPath) !== ORPHANS && !IDENTITY.test(entry.name))
    .map((entry) => entry.name)
}

/** Also as a kill leaves it, half written beside the old one. */
const IDENTITY = /^library\.identity\.json/

/** Files that no row names. A start lets go of them after it has begun to answer. */
export function orphans(library: string): string[] {
  const db = new Database(join(library, 'library.db'), { readonly: true })
  try {
    const named = new Set(namedBlobs(db))
    const stored = [...filesIn(join(library, 'blobs')), ...filesIn(join(library, 'cache'))]
    return stored.filter((name) => !named.has(name.slice(0, 64)))
  } finally {
    db.close()
  }
}

/** Ended tasks say how they ended; a ready version is complete, and no export stays half made. */
function tasksAreTrue(db: Database.Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT 'task ' || id || ' is ' || status FROM task WHERE status NOT IN ('completed', 'failed')
        UNION ALL
       SELECT 'task ' || id || ' failed without a reason' FROM task WHERE status = 'failed' AND coalesce(error, '') = ''
        UNION ALL
       SELECT 'task ' || id || ' completed without a result' FROM task WHERE status = 'completed' AND result IS NULL
        UNION ALL
       SELECT 'version ' || v.id || ' is ' || v.state FROM version v WHERE v.state <> 'ready'
        UNION ALL
       SELECT 'version ' || v.id || ' lacks images of source ' || s.position
         FROM version v JOIN version_source s ON s.version_id = v.id
        WHERE NOT EXISTS (SELECT 1 FROM version_image i WHERE i.version_id = v.id AND i.source = s.position)
        UNION ALL
       SELECT 'export of version ' || version_id || ' as ' || format || ' is half made' FROM export WHERE blob IS NULL
        UNION ALL
       SELECT 'search export ' || e.task_id || ' is half made' FROM search_export e JOIN task t ON t.id = e.task_id
        WHERE (t.status = 'completed') <> (e.blob IS NOT NULL)
        UNION ALL
       SELECT 'search export ' || e.task_id || ' keeps what it was made from' FROM search_export_image e
         JOIN task t ON t.id = e.task_id WHERE t.status IN ('completed', 'failed')`,
    )
    .pluck()
    .all()
}
