import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isDamage } from '../check/damage.ts'
import { checkTables } from '../check/tables.ts'
import { COMPANIONS } from './inspect.ts'

/** Where a damaged database lies when it was written again: only whole and sound ones have this name. */
export const rewrittenPath = (database: string) => `${database}.rewritten`

/** Forgets one that was written again and never took the place of its original. */
export function forgetRewritten(database: string): void {
  rmSync(rewrittenPath(database), { force: true })
}

interface SchemaEntry {
  readonly type: 'table' | 'index' | 'trigger' | 'view'
  readonly name: string
  readonly sql: string
}

/**
 * Writes what a damaged database holds to a file beside it. Answers false, and leaves none, where a row of a table cannot be read. Only the
 * tables are read, and not by an index: those are made again, so damage in them costs nothing.
 */
export function rewrite(database: string): boolean {
  const path = `${database}.rewriting`
  const forget = () => {
    for (const ending of ['', ...COMPANIONS, '-journal']) rmSync(path + ending, { force: true })
  }
  forget()
  try {
    copyTables(database, path)
    if (checkTables(path, () => false) !== undefined) return false
    renameSync(path, rewrittenPath(database))
    return true
  } catch (failure) {
    // Rows that contradict an index that must be unique were not written by this program.
    if (isDamage(failure) || isConstraint(failure)) return false
    throw failure
  } finally {
    forget()
  }
}

function copyTables(from: string, to: string): void {
  const db = new Database(to)
  try {
    db.pragma('foreign_keys = OFF')
    db.prepare('ATTACH ? AS damaged').run(from)
    const entries = db
      .prepare<[], SchemaEntry>(
        "SELECT type, name, sql FROM damaged.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      )
      .all()
    db.transaction(() => {
      for (const { sql } of entries.filter(({ type }) => type === 'table')) db.exec(sql)
      for (const { name } of entries.filter(({ type }) => type === 'table')) copyRows(db, name)
      for (const { sql } of entries.filter(({ type }) => type !== 'table')) db.exec(sql)
      db.pragma(`user_version = ${Number(db.pragma('damaged.user_version', { simple: true }))}`)
    })()
    db.prepare('DETACH damaged').run()
  } finally {
    db.close()
  }
}

function copyRows(db: Database.Database, table: string): void {
  const name = `"${table.replaceAll('"', '""')}"`
  db.exec(`INSERT INTO main.${name} SELECT * FROM damaged.${name} NOT INDEXED`)
}

function isConstraint(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SQLITE_CONSTRAINT')
}
