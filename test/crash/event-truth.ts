import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { ORPHANS } from '#storage/blobs/orphans'
import { type EventRow, type FileRow, faultsOf } from './event-faults.ts'
import { METADATA_KEYS, sha256 } from './event-samples.ts'
import type { EventWitness } from './event-writers.ts'

/** Events checked before, which need no second check. */
export interface Seen {
  /** `created_at` of the youngest event, in microseconds. */
  youngest: number
  readonly serials: Set<number>
  readonly files: Set<string>
}

export function nothingSeen(): Seen {
  return { youngest: 0, serials: new Set(), files: new Set() }
}

/**
 * Rules that hold for a store after a crash: acknowledged events are there, and every event there is whole. Returns the broken rules as
 * sentences. Only events behind those of `seen` are compared one by one. The store may be open while nobody writes to it.
 */
export function brokenPromises(library: string, witness: EventWitness, seen: Seen): string[] {
  const folder = join(library, 'events')
  const media = join(folder, 'media')
  const db = new Database(join(folder, 'events.db'), { readonly: true })
  try {
    return [
      ...soundFile(db),
      ...wholeFiles(media, seen),
      ...namedFiles(db, media),
      ...wholeEvents(db, witness, seen),
      ...everySum(db, seen),
      ...witness.surprises,
      ...[...witness.acknowledged.keys()].filter((serial) => !seen.serials.has(serial)).map((n) => `lost event ${n}`),
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

/** Every file has the bytes that its name promises, in the trash of the store too. One that no event names may go at any moment: the store sweeps them away. */
function wholeFiles(media: string, { files }: Seen): string[] {
  const half = readdirSync(join(media, 'incoming')).map((name) => `left half received: ${name}`)
  const shelves = readdirSync(media).filter((name) => name !== 'incoming' && !name.includes('.'))
  const fresh = shelves
    .flatMap((shelf) => readdirSync(join(media, shelf)).map((name) => ({ shelf, name })))
    .filter(({ name }) => !files.has(name))
  const wrong = fresh.filter(({ shelf, name }) => {
    files.add(name)
    const hash = shelf === ORPHANS ? name.replace(/^[0-9]+-/, '') : name
    const isInPlace = shelf === ORPHANS || name.startsWith(shelf)
    return !isInPlace || (hashIfThere(join(media, shelf, name)) ?? hash) !== hash
  })
  return [...half, ...wrong.map(({ name }) => `damaged file ${name}`)]
}

function hashIfThere(path: string): string | undefined {
  try {
    return sha256(readFileSync(path))
  } catch (failure) {
    if (existsSync(path)) throw failure
    return undefined
  }
}

/** Every file that an event names is there, as long as it is said to be. */
function namedFiles(db: Database.Database, media: string): string[] {
  const named = db.prepare<[], { hash: string; bytes: number }>('SELECT DISTINCT hash, bytes FROM file').all()
  const sizeOf = (hash: string) => statSync(join(media, hash.slice(0, 2), hash), { throwIfNoEntry: false })?.size
  const wrong = named.filter(({ hash, bytes }) => sizeOf(hash) !== bytes)
  return wrong.map(({ hash, bytes }) => `file ${hash} is not there with ${bytes} bytes`)
}

/** Sums over the whole database, by hand and as it keeps them itself. */
function everySum(db: Database.Database, { serials }: Seen): string[] {
  const kept = db.prepare('SELECT events, drafts, bytes, unsent FROM total').get()
  const counted = db
    .prepare<[], { events: number }>(
      `SELECT count(*) AS events, coalesce(sum(draft), 0) AS drafts, coalesce(sum(bytes), 0) AS bytes,
              (SELECT count(*) FROM outbox) AS unsent FROM event`,
    )
    .get()
  const values = db.prepare<[], number>('SELECT count(*) FROM metadata').pluck().get()
  return [
    ...(isDeepStrictEqual(kept, counted) ? [] : [`totals ${JSON.stringify(kept)}, not ${JSON.stringify(counted)}`]),
    ...(counted?.events === serials.size ? [] : [`${counted?.events} events, ${serials.size} of them whole`]),
    ...(values === serials.size * METADATA_KEYS.length ? [] : [`${values} metadata values of ${serials.size} events`]),
  ]
}

function wholeEvents(db: Database.Database, witness: EventWitness, seen: Seen): string[] {
  const fresh = db.prepare<[after: number], EventRow>('SELECT * FROM event WHERE created_at > ? ORDER BY created_at')
  const filesOf = db.prepare<[event: number], FileRow>('SELECT id, kind, hash, bytes FROM file WHERE event = ?')
  const metadata = metadataAfter(db, seen.youngest)
  return fresh.all(seen.youngest).flatMap((row) => {
    const files = filesOf.all(row.created_at)
    const { serial, faults } = faultsOf({ row, files, metadata: metadata.get(row.created_at) ?? {} }, witness)
    if (seen.serials.has(serial)) faults.push('is there twice')
    seen.youngest = row.created_at
    if (faults.length === 0) seen.serials.add(serial)
    return faults.map((fault) => `event ${serial} ${fault}`)
  })
}

/** Searchable metadata of the events after a moment, by their moments. */
function metadataAfter(db: Database.Database, moment: number): Map<number, Record<string, unknown>> {
  const rows = db
    .prepare<[after: number], { event: number; key: string; value: unknown }>(
      'SELECT event, key, value FROM metadata WHERE event > ?',
    )
    .all(moment)
  const found = new Map<number, Record<string, unknown>>()
  for (const { event, key, value } of rows) found.set(event, { ...found.get(event), [key]: value })
  return found
}
