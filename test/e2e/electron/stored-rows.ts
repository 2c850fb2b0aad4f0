import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { AnyMessage } from '#common/messages/schema'
import { sentenceOf } from '#common/messages/sentence'

const Row = z.tuple([z.string(), AnyMessage])

export interface StoredRows {
  /** Kind and area in whole pixels of each shape, in drawing order: "box 8000". */
  readonly shapes: readonly string[]
  /** Operations in their order: "Draw box", "undo Draw box". */
  readonly operations: readonly string[]
}

/** Rows of an image in the library's own file, read beside the program that writes it. */
export function storedRows(library: string, image: string): StoredRows {
  const db = new Database(join(library, 'library.db'), { readonly: true })
  const rows = (sql: string) => db.prepare<[string], string>(sql).pluck().all(image)
  try {
    return {
      shapes: rows(
        `SELECT s.kind || ' ' || CAST(round(s.area) AS INTEGER) FROM shape s JOIN image i ON i.seq = s.image_seq
          WHERE i.id = ? ORDER BY s.z, s.id`,
      ),
      operations: rows(
        `SELECT json_array(o.op, json(o.label)) FROM operation o JOIN image i ON i.seq = o.image_seq
          WHERE i.id = ? ORDER BY o.id`,
      ).map(operationWords),
    }
  } finally {
    db.close()
  }
}

function operationWords(row: string): string {
  const [op, name] = Row.parse(JSON.parse(row))
  return op === 'edit' ? sentenceOf(name) : `${op} ${sentenceOf(name)}`
}
