import type { Statement } from 'better-sqlite3'
import type { ReadDb } from '../../../kit/db.ts'

export interface KeyedBody {
  readonly key: number
  readonly body: string
  /** 0 if the text is no longer valid JSON. */
  readonly isSound: 0 | 1
}

export interface KeyedValue {
  readonly key: number
  readonly value: string | number
}

/** Counts of a piece of an index. */
export interface CountedEntries {
  readonly walked: number
  /** Number of entries that match. */
  readonly fitting: number
  /** The last key. */
  readonly last: number
}

export type QuerySql = ReturnType<typeof querySql>

/** Statements of queries by their text. The cache is bounded, because filters can be combined in any number of ways. */
export function querySql(db: ReadDb) {
  return {
    /** Statements that return one number per row. */
    numbers: statementCache((text) => db.prepare<unknown[], number>(text).pluck()),
    bodies: statementCache((text) => db.prepare<unknown[], KeyedBody>(text)),
    keyedValues: statementCache((text) => db.prepare<unknown[], KeyedValue>(text)),
    /** Statements that count a piece of an index. */
    pieces: statementCache((text) => db.prepare<unknown[], CountedEntries>(text)),
    /** Statements that return one value per row. */
    values: statementCache((text) => db.prepare<unknown[], string | number>(text).pluck()),
    /** Ids of events by key. */
    idsOf: db
      .prepare<[keys: string], string>(
        'SELECT e.id FROM json_each(?) k CROSS JOIN event e ON e.created_at = k.value ORDER BY k.key',
      )
      .pluck(),
    begin: db.prepare<[]>('BEGIN'),
    commit: db.prepare<[]>('COMMIT'),
  }
}

const MOST_STATEMENTS = 200

function statementCache<Row>(prepare: (text: string) => Statement<unknown[], Row>) {
  const kept = new Map<string, Statement<unknown[], Row>>()
  return (text: string): Statement<unknown[], Row> => {
    const statement = kept.get(text) ?? prepare(text)
    // Moves the entry to the end; the first one is evicted.
    kept.delete(text)
    kept.set(text, statement)
    const [oldest] = kept.size > MOST_STATEMENTS ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return statement
  }
}
