import type { ReadDb } from '../../kit/db.ts'
import { sumOfSizes } from '../columns.ts'
import { SHAPES_JSON } from './versions.sql.ts'

export interface SearchExportRow {
  readonly task_id: string
  readonly format: string
  readonly file_name: string
  readonly facts: string
  readonly classes: string
  readonly link_key: string
  readonly created_at: number
  readonly blob: string | null
  readonly bytes: number | null
}

export interface PickedRow {
  readonly position: number
  readonly image_id: string
  readonly name: string
  readonly blob: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly split: string
  readonly shapes: string
  readonly file_name: string | null
}

export interface SummaryRow {
  readonly project_id: string
  readonly train: number
  readonly valid: number
  readonly test: number
  readonly bytes: number
}

const IMAGE = 'image_id, name, blob, bytes, width, height, split, shapes'

/** The images that are picked: `@projects` bounds them, `where` narrows them. */
function hits(where: string): string {
  return `WITH hit (seq) AS MATERIALIZED (
    SELECT i.seq FROM image i
     WHERE i.project_id IN (SELECT value FROM json_each(@projects)) AND i.trashed_at IS NULL AND ${where})`
}

export function summaryText(where: string): string {
  return `${hits(where)}
    SELECT i.project_id,
           count(*) FILTER (WHERE i.split = 'train') AS train,
           count(*) FILTER (WHERE i.split = 'valid') AS valid,
           count(*) FILTER (WHERE i.split = 'test') AS test,
           ${sumOfSizes('i.bytes')} AS bytes
      FROM hit JOIN image i ON i.seq = hit.seq GROUP BY i.project_id`
}

export interface ToldRow {
  readonly attributes: number
  readonly groups: number
  readonly crowds: number
}

/** An image with so many labels, some of which not every format has a place for. */
export interface OddRow {
  readonly seq: number
  readonly shapes: number
  readonly odd: number
}

/** An image with how its labels are drawn; the odd ones are lines and points. */
export interface FormsRow extends OddRow {
  readonly outlines: number
  readonly turned: number
  readonly classes: number
}

/** Damaged marks count as empty. */
const MARKS = "iif(json_valid(s.marks), s.marks, '{}')"

/** Labels that say anything are few, and an index holds these alone. */
export function toldText(where: string): string {
  return `${hits(where)}
    SELECT count(*) FILTER (WHERE ${MARKS} ->> '$.attributes' IS NOT NULL) AS attributes,
           count(*) FILTER (WHERE ${MARKS} ->> '$.group' IS NOT NULL) AS groups,
           count(*) FILTER (WHERE ${MARKS} ->> '$.crowd') AS crowds
      FROM label_class c JOIN shape s INDEXED BY shape_said ON s.class_id = c.id AND s.marks <> '{}'
     WHERE c.project_id IN (SELECT value FROM json_each(@projects)) AND s.image_seq IN (SELECT seq FROM hit)`
}

/** The images with crowd or ignore regions. */
export function crowdsText(where: string): string {
  return `${hits(where)}
    SELECT i.seq, i.shapes, count(*) AS odd
      FROM label_class c JOIN shape s INDEXED BY shape_said ON s.class_id = c.id AND s.marks <> '{}'
      JOIN image i ON i.seq = s.image_seq
     WHERE c.project_id IN (SELECT value FROM json_each(@projects)) AND s.image_seq IN (SELECT seq FROM hit)
       AND ${MARKS} ->> '$.crowd'
     GROUP BY i.seq`
}

export function seqsText(where: string): string {
  return `${hits(where)} SELECT i.seq, i.shapes FROM hit JOIN image i ON i.seq = hit.seq`
}

export function freezeText(where: string): string {
  return `${hits(where)}
    INSERT INTO search_export_image (task_id, position, ${IMAGE})
    SELECT @task, row_number() OVER (ORDER BY i.seq) - 1, i.id, i.name, i.blob, i.bytes, i.width, i.height, i.split,
           ${SHAPES_JSON}
      FROM hit JOIN image i ON i.seq = hit.seq`
}

const COLUMNS = 'task_id, format, file_name, facts, classes, link_key, created_at, blob, bytes'

/** Images that lie in the trash are not handed out. */
const IS_LIVE = `NOT EXISTS (SELECT 1 FROM search_export_project s JOIN project p ON p.id = s.project_id
                  WHERE s.task_id = e.task_id AND p.trashed_at IS NOT NULL)`

const IS_OVER = `(e.blob IS NOT NULL
  OR EXISTS (SELECT 1 FROM task t WHERE t.id = e.task_id AND t.status IN ('completed', 'failed')))`

export type SearchExportStatements = ReturnType<typeof searchExportStatements>

export function searchExportStatements(db: ReadDb) {
  return {
    insert: db.prepare<Record<string, string | number>>(
      `INSERT INTO search_export (task_id, workspace_id, format, file_name, facts, classes, link_key, created_at)
       VALUES (@task, @workspace, @format, @fileName, @facts,
         (SELECT coalesce(json_group_array(json_object('id', c.id, 'name', c.name, 'attributes', json(c.attributes)) ORDER BY wanted.key, c.position), '[]')
            FROM json_each(@projects) wanted JOIN label_class c ON c.project_id = wanted.value),
         @linkKey, @at)`,
    ),
    addProjects: db.prepare<Record<string, string | number>>(
      `INSERT INTO search_export_project (task_id, project_id) SELECT @task, value FROM json_each(@projects)`,
    ),
    find: db.prepare<[string], SearchExportRow>(`SELECT ${COLUMNS} FROM search_export WHERE task_id = ?`),
    findLive: db.prepare<[string, number], SearchExportRow>(
      `SELECT ${COLUMNS} FROM search_export e WHERE task_id = ? AND workspace_id = ? AND ${IS_LIVE}`,
    ),
    byLink: db.prepare<[string], SearchExportRow>(
      `SELECT ${COLUMNS} FROM search_export e WHERE link_key = ? AND ${IS_LIVE}`,
    ),
    projects: db.prepare<[string], string>('SELECT project_id FROM search_export_project WHERE task_id = ?').pluck(),
    counts: db.prepare<[string], { train: number; valid: number; test: number }>(
      `SELECT count(*) FILTER (WHERE split = 'train') AS train,
              count(*) FILTER (WHERE split = 'valid') AS valid,
              count(*) FILTER (WHERE split = 'test') AS test
         FROM search_export_image WHERE task_id = ?`,
    ),
    crowds: db
      .prepare<[string], number>(
        `SELECT count(*) FROM search_export_image p, json_each(p.shapes) s
          WHERE p.task_id = ? AND instr(p.shapes, '"crowd"') AND s.value ->> '$.crowd'`,
      )
      .pluck(),
    lines: db
      .prepare<[string], number>(
        `SELECT count(*) FROM search_export_image p, json_each(p.shapes) s
          WHERE p.task_id = ? AND (instr(p.shapes, '"polyline"') OR instr(p.shapes, '"point"'))
            AND s.value ->> '$.kind' IN ('polyline', 'point')`,
      )
      .pluck(),
    /** Lines and points of some images, as a JSON list of their places. No index holds them. */
    formsOf: db.prepare<[string], FormsRow>(
      `SELECT s.image_seq AS seq, count(*) AS shapes, count(*) FILTER (WHERE s.kind IN ('polyline', 'point')) AS odd,
              count(*) FILTER (WHERE s.kind IN ('polygon', 'mask')) AS outlines,
              count(*) FILTER (WHERE s.kind = 'rotated-box') AS turned,
              count(*) FILTER (WHERE s.kind IN ('polygon', 'mask', 'rotated-box', 'box', 'keypoints')) AS classes
         FROM json_each(?) w JOIN shape s ON s.image_seq = w.value GROUP BY s.image_seq`,
    ),
    unready: db.prepare<[string, number, number], PickedRow>(
      `SELECT position, ${IMAGE}, file_name FROM search_export_image
        WHERE task_id = ? AND position > ? AND file_name IS NULL ORDER BY position LIMIT ?`,
    ),
    setReady: db.prepare<[string, string, number, string, number]>(
      'UPDATE search_export_image SET file_name = ?, blob = ?, bytes = ? WHERE task_id = ? AND position = ?',
    ),
    leaveOut: db.prepare<[string, number]>('DELETE FROM search_export_image WHERE task_id = ? AND position = ?'),
    images: db.prepare<[string, string, string, number], PickedRow>(
      `SELECT position, ${IMAGE}, file_name FROM search_export_image
        WHERE task_id = ? AND split = ? AND file_name > ? ORDER BY file_name LIMIT ?`,
    ),
    finish: db.prepare<[string, number, string]>('UPDATE search_export SET blob = ?, bytes = ? WHERE task_id = ?'),
    dropImages: db.prepare<[string, string, number]>(
      `DELETE FROM search_export_image WHERE task_id = ? AND position IN (
         SELECT position FROM search_export_image WHERE task_id = ? LIMIT ?)`,
    ),
    forget: db.prepare<[number]>(`DELETE FROM search_export AS e WHERE created_at <= ? AND ${IS_OVER}`),
  }
}
