import type { Shape } from '#common/annotation/shape'
import type { ReadDb } from '../../kit/db.ts'
import { sumOfSizes } from '../columns.ts'

export interface VersionSqlRow {
  readonly id: number
  readonly project_id: string
  readonly number: number
  readonly name: string
  readonly settings: string
  readonly seed: string
  readonly classes: string
  readonly state: string
  readonly task_id: string | null
  readonly manifest: string | null
  readonly created_at: number
}

export interface SourceRow {
  readonly position: number
  readonly image_id: string
  readonly name: string
  readonly blob: string
  readonly width: number
  readonly height: number
  readonly split: string
  readonly shapes: string
}

export interface ImageRow {
  readonly source: number
  readonly part: number
  readonly variant: number
  readonly file_name: string
  readonly blob: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly split: string
  readonly shapes: string
  readonly drawn: string
  readonly content_key: string
  readonly original_name: string
  readonly image_id: string
  /** Of the version. */
  readonly number: number
}

/** An image of a version, without its name. */
export type ContentRow = Pick<
  ImageRow,
  'source' | 'part' | 'variant' | 'split' | 'blob' | 'width' | 'height' | 'shapes'
>

export interface CountsRow {
  readonly images: number
  readonly bytes: number
  readonly train: number
  readonly valid: number
  readonly test: number
}

/** How many labels of a kind the text holds. Quotes inside texts are escaped, so that nothing else reads like this. */
function countOf(kind: Shape['kind']): string {
  const text = `"kind":"${kind}"`
  return `(length(v.shapes) - length(replace(v.shapes, '${text}', ''))) / ${text.length}`
}

interface ToldRow {
  readonly outlines: number
  readonly turned: number
  readonly classes: number
  readonly attributes: number
  readonly groups: number
  readonly lines: number
  readonly crowds: number
  /** Images of lines alone, of crowds alone, and of nothing else. */
  readonly of_lines: number
  readonly of_crowds: number
  readonly of_both: number
  readonly nulls: number
}

export interface FrozenClassRow {
  readonly id: string
  readonly name: string
  readonly color: number
  /** JSON, or null. */
  readonly skeleton: string | null
  /** JSON: a list. */
  readonly attributes: string
}

interface LabelledRow {
  readonly train: number
  readonly valid: number
  readonly test: number
  readonly left_out: number
}

const VERSION = 'id, project_id, number, name, settings, seed, classes, state, task_id, manifest, created_at'
export const SOURCE = 'position, image_id, name, blob, width, height, split, shapes'
const IMAGE = `v.source, v.part, v.variant, v.file_name, v.blob, v.bytes, v.width, v.height, v.split, v.shapes, v.drawn, v.content_key,
  s.name AS original_name, s.image_id, (SELECT number FROM version WHERE id = v.version_id) AS number`

const BARE_SHAPE = `json_object('id', s.id, 'classId', s.class_id, 'z', s.z, 'origin', s.origin, 'kind', s.kind)`

/** The shapes of image `i` as one JSON list, in drawing order, with what lasts of their marks (`lastingMarks`). */
export const SHAPES_JSON = `coalesce((
    SELECT json_group_array(json_patch(
             CASE s.marks WHEN '{}' THEN ${BARE_SHAPE}
                          ELSE json_patch(${BARE_SHAPE}, json_remove(s.marks, '$.isLocked', '$.isCarried', '$.drawn')) END,
             CASE s.kind WHEN 'box' THEN json_object('box', json(s.geometry))
                         WHEN 'polygon' THEN json_object('rings', json(s.geometry))
                         ELSE s.geometry END) ORDER BY s.z, s.id)
      FROM shape s WHERE s.image_seq = i.seq), '[]')`

/** Images that a version takes in: labeled, or marked as background. */
const LABELLED = 'i.trashed_at IS NULL AND (i.shapes > 0 OR i.is_null = 1)'

/** With every tag of one JSON list, and with none of another. */
const TAGGED = `NOT EXISTS (SELECT 1 FROM json_each(@required) r
                   WHERE NOT EXISTS (SELECT 1 FROM image_tag t WHERE t.image_seq = i.seq AND t.tag = r.value))
    AND NOT EXISTS (SELECT 1 FROM json_each(@excluded) e JOIN image_tag t ON t.tag = e.value WHERE t.image_seq = i.seq)`

/** Parameters of a tag filter, as `TAGGED` reads them. */
export interface TagParameters {
  readonly required: string
  readonly excluded: string
}

type OfProject = TagParameters & { readonly project: string }

interface SizeRow {
  readonly width: number
  readonly height: number
  readonly split: string
  readonly images: number
  readonly nulls: number
}

interface ObjectRow {
  readonly class_id: string
  readonly split: string
  readonly count: number
  readonly area: number
}

export type VersionStatements = ReturnType<typeof versionStatements>

export function versionStatements(db: ReadDb) {
  function samples(order: string) {
    return db.prepare<OfProject & { readonly limit: number }, SourceRow>(
      `SELECT i.seq AS position, i.id AS image_id, i.name, i.blob, i.width, i.height, i.split, ${SHAPES_JSON} AS shapes
         FROM image i WHERE i.project_id = @project AND ${LABELLED} AND ${TAGGED}
        ORDER BY i.split <> 'train', ${order}, i.seq LIMIT @limit`,
    )
  }
  return {
    labelled: db.prepare<OfProject, LabelledRow>(
      `SELECT count(*) FILTER (WHERE split = 'train' AND l) AS train,
              count(*) FILTER (WHERE split = 'valid' AND l) AS valid,
              count(*) FILTER (WHERE split = 'test' AND l) AS test,
              count(*) FILTER (WHERE NOT l) AS left_out
         FROM (SELECT split, (shapes > 0 OR is_null = 1) AND ${TAGGED} AS l FROM image i
                WHERE project_id = @project AND trashed_at IS NULL)`,
    ),
    sizes: db.prepare<OfProject, SizeRow>(
      `SELECT width, height, split, count(*) AS images, count(*) FILTER (WHERE shapes = 0) AS nulls
         FROM image i WHERE project_id = @project AND ${LABELLED} AND ${TAGGED} GROUP BY width, height, split`,
    ),
    objects: db.prepare<OfProject, ObjectRow>(
      `SELECT s.class_id, i.split, count(*) AS count, total(s.area) AS area
         FROM image i JOIN shape s ON s.image_seq = i.seq
        WHERE i.project_id = @project AND ${LABELLED} AND ${TAGGED} AND s.kind NOT IN ('whole', 'text')
        GROUP BY s.class_id, i.split`,
    ),
    samples: {
      random: samples('substr(i.id, 3)'),
      densest: samples('i.shapes DESC'),
      smallest: samples(
        '(SELECT min(area) FROM shape WHERE image_seq = i.seq) / (i.width * i.height) IS NULL, (SELECT min(area) FROM shape WHERE image_seq = i.seq) / (i.width * i.height)',
      ),
      darkest: samples('i.brightness'),
    },
    takeNumber: db
      .prepare<[string], number>(
        'UPDATE project SET last_version = last_version + 1 WHERE id = ? AND trashed_at IS NULL RETURNING last_version',
      )
      .pluck(),
    lastNumber: db.prepare<[string], number>('SELECT last_version FROM project WHERE id = ?').pluck(),
    classes: db.prepare<[string], FrozenClassRow>(
      'SELECT id, name, color, skeleton, attributes FROM label_class WHERE project_id = ? ORDER BY position',
    ),
    insert: db.prepare<Record<string, string | number>, VersionSqlRow>(
      `INSERT INTO version (project_id, number, name, settings, seed, classes, state, task_id, created_at)
       VALUES (@project, @number, @name, @settings, @seed, @classes, 'generating', @task, @at) RETURNING ${VERSION}`,
    ),
    freezeSources: db.prepare<OfProject & { readonly version: number }>(
      `INSERT INTO version_source (version_id, ${SOURCE})
       SELECT @version, row_number() OVER (ORDER BY i.seq) - 1, i.id, i.name, i.blob, i.width, i.height, i.split, ${SHAPES_JSON}
         FROM image i WHERE i.project_id = @project AND ${LABELLED} AND ${TAGGED}`,
    ),
    damagedLabels: db
      .prepare<[string], string>(
        `SELECT i.name FROM image i JOIN shape s ON s.image_seq = i.seq
          WHERE i.project_id = ? AND i.trashed_at IS NULL AND NOT (json_valid(s.geometry) AND json_valid(s.marks)) LIMIT 1`,
      )
      .pluck(),
    numberOf: db.prepare<[number], number>('SELECT number FROM version WHERE id = ?').pluck(),
    list: db.prepare<[string], VersionSqlRow>(
      `SELECT ${VERSION} FROM version WHERE project_id = ? AND trashed_at IS NULL ORDER BY number DESC`,
    ),
    byNumber: db.prepare<[string, number], VersionSqlRow>(
      `SELECT ${VERSION} FROM version WHERE project_id = ? AND number = ? AND trashed_at IS NULL`,
    ),
    byTask: db.prepare<[string], VersionSqlRow>(`SELECT ${VERSION} FROM version WHERE task_id = ?`),
    counts: db.prepare<[number], CountsRow>(
      `SELECT count(*) AS images, ${sumOfSizes('bytes')} AS bytes,
              count(*) FILTER (WHERE split = 'train') AS train,
              count(*) FILTER (WHERE split = 'valid') AS valid,
              count(*) FILTER (WHERE split = 'test') AS test
         FROM version_image WHERE version_id = ?`,
    ),
    lastOfWindow: db
      .prepare<[number, number, number], number | null>(
        `SELECT max(source) FROM (
           SELECT source FROM version_image WHERE version_id = ? AND source > ? ORDER BY source LIMIT ?)`,
      )
      .pluck(),
    // Most labels say nothing of this, and their text shows it sooner than what it says.
    told: db.prepare<{ version: number; after: number; last: number }, ToldRow>(
      `WITH img AS (
         SELECT count(*) AS n,
                count(*) FILTER (WHERE s.value ->> '$.attributes' IS NOT NULL) AS attributes,
                count(*) FILTER (WHERE s.value ->> '$.group' IS NOT NULL) AS groups,
                count(*) FILTER (WHERE s.value ->> '$.kind' IN ('polyline', 'point')) AS lines,
                count(*) FILTER (WHERE s.value ->> '$.crowd') AS crowds,
                count(*) FILTER (WHERE s.value ->> '$.kind' IN ('polyline', 'point') OR s.value ->> '$.crowd') AS either
           FROM version_image v, json_each(v.shapes) s
          WHERE v.version_id = @version AND v.source > @after AND v.source <= @last
            AND (instr(v.shapes, '"attributes"') OR instr(v.shapes, '"group"') OR instr(v.shapes, '"polyline"')
                 OR instr(v.shapes, '"point"') OR instr(v.shapes, '"crowd"'))
          GROUP BY v.rowid),
       form AS (
         SELECT ${countOf('polygon')} + ${countOf('mask')} AS outlines,
                ${countOf('rotated-box')} AS turned,
                ${countOf('box')} + ${countOf('keypoints')} AS others,
                v.shapes
           FROM version_image v
          WHERE v.version_id = @version AND v.source > @after AND v.source <= @last)
       SELECT total(attributes) AS attributes, total(groups) AS groups, total(lines) AS lines, total(crowds) AS crowds,
              count(*) FILTER (WHERE lines = n) AS of_lines,
              count(*) FILTER (WHERE crowds = n) AS of_crowds,
              count(*) FILTER (WHERE either = n) AS of_both,
              (SELECT count(*) FROM form WHERE shapes = '[]') AS nulls,
              (SELECT total(outlines) FROM form) AS outlines,
              (SELECT total(turned) FROM form) AS turned,
              (SELECT total(outlines + turned + others) FROM form) AS classes
         FROM img`,
    ),
    covers: db
      .prepare<[number, number], string>(
        'SELECT blob FROM version_image WHERE version_id = ? AND variant = 0 ORDER BY source, part LIMIT ?',
      )
      .pluck(),
    holds: db.prepare<[number, string], unknown>('SELECT 1 FROM version_image WHERE version_id = ? AND blob = ?'),
    sources: db.prepare<[number, number, number], SourceRow>(
      `SELECT ${SOURCE} FROM version_source WHERE version_id = ? AND position >= ? ORDER BY position LIMIT ?`,
    ),
    sourceCounts: db.prepare<[number], { train: number; valid: number; test: number }>(
      `SELECT count(*) FILTER (WHERE split = 'train') AS train,
              count(*) FILTER (WHERE split = 'valid') AS valid,
              count(*) FILTER (WHERE split = 'test') AS test
         FROM version_source WHERE version_id = ?`,
    ),
    trainPositions: db
      .prepare<[number], number>(
        `SELECT position FROM version_source WHERE version_id = ? AND split = 'train' ORDER BY position`,
      )
      .pluck(),
    rendered: db
      .prepare<[number], string>(
        `SELECT source || ':' || part || ':' || variant FROM version_image WHERE version_id = ?`,
      )
      .pluck(),
    addImage: db.prepare<Record<string, string | number>>(
      `INSERT INTO version_image (version_id, source, part, variant, file_name, blob, bytes, width, height, split, shapes, drawn, content_key)
       VALUES (@row, @source, @part, @variant, @fileName, @blob, @bytes, @width, @height, @split, @shapes, @drawn, @contentKey)`,
    ),
    // Only copies that augmentation made: equal images that people brought in all stay.
    dropRepeated: db.prepare<{ row: number }>(
      `DELETE FROM version_image WHERE version_id = @row AND variant > 0 AND (source, part, variant) IN (
         SELECT source, part, variant FROM (
           SELECT source, part, variant,
                  row_number() OVER (PARTITION BY content_key ORDER BY variant > 0, source, part, variant) AS nth
             FROM version_image WHERE version_id = @row) WHERE nth > 1)`,
    ),
    setReady: db.prepare<[string, number]>(`UPDATE version SET state = 'ready', manifest = ? WHERE id = ?`),
    contents: db.prepare<[number, number, number, number, number], ContentRow>(
      `SELECT source, part, variant, split, blob, width, height, shapes FROM version_image
        WHERE version_id = ? AND (source, part, variant) > (?, ?, ?) ORDER BY source, part, variant LIMIT ?`,
    ),
    classesOf: db.prepare<[number], string>('SELECT classes FROM version WHERE id = ?').pluck(),
    remove: db.prepare<[number]>('DELETE FROM version WHERE id = ?'),
    images: db.prepare<[number, string, string, number], ImageRow>(
      `SELECT ${IMAGE} FROM version_image v JOIN version_source s ON s.version_id = v.version_id AND s.position = v.source
        WHERE v.version_id = ? AND v.split = ? AND v.file_name > ? ORDER BY v.file_name LIMIT ?`,
    ),
  }
}
