import Database from 'better-sqlite3'
import type { StoreTotals } from '#core/events/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'

/** Events per portion; other calls are answered between two. */
const PORTION = 2000

/** In bytes: a larger file is a damaged number. */
const MOST_BYTES = 2 ** 43

interface CountedRow {
  readonly created_at: number
  readonly draft: number
  readonly bytes: number
  /** Bytes of the body and of all files. */
  readonly real: number
}

interface Miscounted {
  readonly event: number
  readonly told: number
  readonly real: number
}

/** Result for the events of one time. */
interface Counted {
  readonly told: StoreTotals
  readonly real: StoreTotals
  readonly miscounted: readonly Miscounted[]
}

/**
 * Counts the store again. The row with the totals and the sizes in each event can be damaged like any other; then
 * events would be deleted without need.
 */
export function recounting(db: ReadDb, { path, commits }: { readonly path: string; readonly commits: CommitQueue }) {
  const resize = db.prepare<Miscounted>('UPDATE event SET bytes = @real WHERE created_at = @event AND bytes = @told')
  const correct = db.prepare<StoreTotals>(
    'UPDATE total SET events = events - @events, drafts = drafts - @drafts, bytes = bytes - @bytes, unsent = unsent - @unsent',
  )

  const replace = db.prepare<StoreTotals>(
    'UPDATE total SET events = @events, drafts = @drafts, bytes = @bytes, unsent = @unsent',
  )

  /** Changes since the count were added to both sides, so the difference still holds. */
  function mend({ told, real, miscounted }: Counted): void {
    let grown = 0
    for (const one of miscounted) {
      // A trigger adds the difference to the total.
      if (resize.run(one).changes === 1) grown += one.real - one.told
    }
    const excess = difference(told, real)
    if (Object.values(told).every(Number.isSafeInteger)) correct.run({ ...excess, bytes: excess.bytes + grown })
    // A number too large to read cannot be corrected by subtraction.
    else replace.run(real)
  }

  return {
    /** Returns true if something was wrong and has been corrected. */
    async recount(): Promise<boolean> {
      const counted = await count(path)
      const excess = Object.values(difference(counted.told, counted.real))
      const isRight = counted.miscounted.length === 0 && excess.every((number) => number === 0)
      if (!isRight) await commits.run(() => mend(counted))
      return !isRight
    },
  }
}

/** Counts over its own connection, which sees a snapshot of the store. */
async function count(path: string): Promise<Counted> {
  const db = new Database(path, { readonly: true })
  try {
    db.exec('BEGIN')
    const told = db.prepare<[], StoreTotals>('SELECT events, drafts, bytes, unsent FROM total').get()
    const unsent = db.prepare<[], number>('SELECT count(*) FROM outbox').pluck().get() ?? 0
    const real = { events: 0, drafts: 0, bytes: 0, unsent }
    const miscounted: Miscounted[] = []
    for await (const row of rows(db)) {
      real.events += 1
      real.drafts += row.draft
      real.bytes += row.real
      if (row.bytes !== row.real) miscounted.push({ event: row.created_at, told: row.bytes, real: row.real })
    }
    return { told: told ?? real, real, miscounted }
  } finally {
    db.close()
  }
}

function difference(told: StoreTotals, real: StoreTotals): StoreTotals {
  return {
    events: told.events - real.events,
    drafts: told.drafts - real.drafts,
    bytes: told.bytes - real.bytes,
    unsent: told.unsent - real.unsent,
  }
}

async function* rows(db: ReadDb): AsyncGenerator<CountedRow> {
  const portion = db.prepare<[after: number, limit: number], CountedRow>(
    `SELECT e.created_at, e.draft, e.bytes, octet_length(e.body) + coalesce(
              (SELECT sum(f.bytes) FROM file f WHERE f.event = e.created_at AND f.bytes BETWEEN 0 AND ${MOST_BYTES}), 0) AS real
       FROM event e WHERE e.created_at > ? ORDER BY e.created_at LIMIT ?`,
  )
  let after = Number.NEGATIVE_INFINITY
  for (let read = PORTION; read === PORTION; ) {
    const found = portion.all(after, PORTION)
    yield* found
    read = found.length
    after = found.at(-1)?.created_at ?? after
    await new Promise(setImmediate)
  }
}
