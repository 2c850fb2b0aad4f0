import { SPLITS, type Split } from '#common/split'
import type { ReadDb } from '../../kit/db.ts'
import type { ShapeRow } from '../dataset/shape-rows.ts'

export interface TotalsRow {
  readonly split: Split
  readonly images: number
  readonly shapes: number
  readonly unannotated: number
  readonly nullExamples: number
}

export interface ClassCountRow {
  readonly id: string
  readonly name: string
  readonly shapes: number
  readonly images: number
  readonly train: number
  readonly valid: number
  readonly test: number
}

export interface PlacedRow extends ShapeRow {
  readonly width: number
  readonly height: number
}

export interface FileRow {
  readonly id: string
  readonly name: string
  readonly blob: string
  readonly bytes: number
  readonly labelled: number
}

export interface LookRow {
  readonly id: string
  readonly name: string
  readonly split: Split
  readonly look: Uint8Array | null
}

export interface AskedRow {
  readonly id: string
  readonly name: string
  /** JSON: a list. */
  readonly attributes: string
  readonly labels: number
}

export interface SaidRow {
  readonly class_id: string
  /** JSON: values by the identifiers of attributes. */
  readonly said: string
  readonly labels: number
}

/** The sums of the places of a split, and of their squares. */
function placesIn(split: Split): string {
  const within = `FILTER (WHERE i.split = '${split}')`
  return `total(i.seq) ${within} AS ${split}, total(i.seq * i.seq) ${within} AS ${split}Squares`
}

/** Numbers beyond these are damaged: no image is as large, or has as many labels. */
const HAS_SIZE = 'i.width BETWEEN 1 AND 16777216 AND i.height BETWEEN 1 AND 16777216'
const SHAPES = 'coalesce(sum(i.shapes) FILTER (WHERE i.shapes BETWEEN 0 AND 1000000000), 0)'

const LIVING = 'i.project_id = ? AND i.trashed_at IS NULL'

export function healthStatements(db: ReadDb) {
  return {
    // The place of an image that was deleted permanently may be given to a new one. One sum of places for all splits would stay the same
    // when images move in opposite directions.
    imageStamp: db.prepare<[string], { edits?: number }>(
      `SELECT count(*) AS images, total(i.revision) AS edits, (SELECT count FROM image_deletions) AS deletions,
              ${SPLITS.map(placesIn).join(', ')}
         FROM image i WHERE ${LIVING}`,
    ),
    classStamp: db
      .prepare<[string], string>(
        `SELECT group_concat(id || name || attributes) FROM (SELECT id, name, attributes FROM label_class WHERE project_id = ? ORDER BY id)`,
      )
      .pluck(),
    totals: db.prepare<[string], TotalsRow>(
      `SELECT i.split, count(*) AS images, ${SHAPES} AS shapes,
              count(*) FILTER (WHERE i.is_null = 1) AS nullExamples,
              count(*) FILTER (WHERE i.shapes = 0 AND i.is_null = 0) AS unannotated
         FROM image i INDEXED BY image_facets WHERE ${LIVING} GROUP BY i.split`,
    ),
    classes: db.prepare<[string], ClassCountRow>(
      `SELECT c.id, c.name, coalesce(sum(ic.shapes) FILTER (WHERE i.seq IS NOT NULL), 0) AS shapes, count(i.seq) AS images,
              count(i.seq) FILTER (WHERE i.split = 'train') AS train, count(i.seq) FILTER (WHERE i.split = 'valid') AS valid,
              count(i.seq) FILTER (WHERE i.split = 'test') AS test
         FROM label_class c
         LEFT JOIN image_class ic ON ic.class_id = c.id
         LEFT JOIN image i ON i.seq = ic.image_seq AND i.trashed_at IS NULL
        WHERE c.project_id = ? GROUP BY c.id ORDER BY c.position`,
    ),
    sizes: db.prepare<[string], { width: number; height: number; images: number }>(
      `SELECT i.width, i.height, count(*) AS images FROM image i WHERE ${LIVING} AND ${HAS_SIZE}
        GROUP BY i.width, i.height ORDER BY images DESC, i.width, i.height`,
    ),
    asked: db.prepare<[string], AskedRow>(
      `SELECT c.id, c.name, c.attributes,
              (SELECT coalesce(sum(ic.shapes), 0) FROM image_class ic JOIN image i ON i.seq = ic.image_seq AND i.trashed_at IS NULL
                WHERE ic.class_id = c.id) AS labels
         FROM label_class c WHERE c.project_id = ? AND c.attributes <> '[]' ORDER BY c.position`,
    ),
    said: db.prepare<[string, number, number], SaidRow>(
      `SELECT s.class_id, iif(json_valid(s.marks), s.marks ->> '$.attributes', NULL) AS said, count(*) AS labels
         FROM image i JOIN shape s ON s.image_seq = i.seq
        WHERE ${LIVING} AND i.seq > ? AND i.seq <= ? AND s.marks <> '{}' GROUP BY 1, 2 HAVING said IS NOT NULL`,
    ),
    portionEnd: db
      .prepare<[string, number, number], number | null>(
        `SELECT max(seq) FROM (SELECT i.seq FROM image i WHERE ${LIVING} AND i.seq > ? ORDER BY i.seq LIMIT ?)`,
      )
      .pluck(),
    files: db.prepare<[string, number, number], FileRow>(
      `SELECT i.id, i.name, i.blob, i.bytes, i.shapes > 0 OR i.is_null = 1 AS labelled
         FROM image i WHERE ${LIVING} AND i.seq > ? AND i.seq <= ? ORDER BY i.seq`,
    ),
    looks: db.prepare<[string, number, number], LookRow>(
      `SELECT i.id, i.name, i.split, d.bytes AS look
         FROM image i LEFT JOIN image_descriptor d ON d.image_seq = i.seq
        WHERE ${LIVING} AND i.seq > ? AND i.seq <= ? ORDER BY i.seq`,
    ),
    shapes: db.prepare<[string, number, number], PlacedRow>(
      `SELECT s.id, s.class_id, s.z, s.origin, s.kind, s.geometry, s.marks, i.width, i.height
         FROM image i JOIN shape s ON s.image_seq = i.seq
        WHERE ${LIVING} AND i.seq > ? AND i.seq <= ?`,
    ),
  }
}
