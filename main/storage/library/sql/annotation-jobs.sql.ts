import type { ReadDb } from '../../kit/db.ts'

export interface BatchRow {
  readonly id: string
  readonly name: string
  readonly images: number
  readonly jobs: number
  readonly created_at: number
}

export interface ImageRow {
  readonly id: string
  readonly name: string
  readonly standing: string
}

export interface ProgressRow extends BatchRow {
  readonly labelled: number
  readonly done: number
  readonly covers: string
}

export interface JobRow {
  readonly id: string
  readonly name: string
  readonly batch_id: string
  readonly labeler: string
  readonly reviewer: string
  readonly instructions: string
  readonly created_at: number
  readonly unannotated: number
  readonly annotated: number
  readonly approved: number
  readonly rejected: number
}

/** A batch with its counts; the condition follows. */
export const BATCH = `
SELECT b.id, b.name, b.created_at,
       (SELECT count(*) FROM image i WHERE i.batch_id = b.id AND i.trashed_at IS NULL) AS images,
       (SELECT count(*) FROM annotation_job j WHERE j.batch_id = b.id) AS jobs
  FROM batch b`

/** As the images index counts them, without reading an image. */
const PROGRESS = `
SELECT b.id, b.name, b.created_at, coalesce(counted.images, 0) AS images, coalesce(counted.labelled, 0) AS labelled,
       coalesce(counted.done, 0) AS done, (SELECT count(*) FROM annotation_job j WHERE j.batch_id = b.id) AS jobs,
       (SELECT json_group_array(id) FROM (SELECT id FROM image WHERE batch_id = b.id AND trashed_at IS NULL ORDER BY seq LIMIT 6))
         AS covers
  FROM batch b
  LEFT JOIN (SELECT i.batch_id, count(*) AS images, count(*) FILTER (WHERE i.shapes > 0 OR i.is_null = 1) AS labelled,
                    count(*) FILTER (WHERE i.state = 'done') AS done
               FROM image i INDEXED BY image_facets
              WHERE i.project_id = @project AND i.trashed_at IS NULL GROUP BY i.batch_id) AS counted ON counted.batch_id = b.id
 WHERE b.project_id = @project AND (images > 0 OR jobs > 0)
 ORDER BY b.created_at DESC, b.id`

const IS_LABELLED = '(i.shapes > 0 OR i.is_null = 1)'

/** A job with its counts; the condition and GROUP BY follow. Images in the trash do not count. */
export const JOB = `
SELECT j.id, j.name, j.batch_id, j.labeler, j.reviewer, j.instructions, j.created_at,
       count(i.seq) FILTER (WHERE ji.verdict IS NULL AND NOT ${IS_LABELLED}) AS unannotated,
       count(i.seq) FILTER (WHERE ji.verdict IS NULL AND ${IS_LABELLED}) AS annotated,
       count(i.seq) FILTER (WHERE ji.verdict = 'approved') AS approved,
       count(i.seq) FILTER (WHERE ji.verdict = 'rejected') AS rejected
  FROM annotation_job j
  LEFT JOIN job_image ji ON ji.job_id = j.id
  LEFT JOIN image i ON i.seq = ji.image_seq AND i.trashed_at IS NULL`

/** The standing of an image in its job. */
const STANDING = `coalesce(ji.verdict, CASE WHEN ${IS_LABELLED} THEN 'annotated' ELSE 'unannotated' END)`

const FREE = `
FROM image i WHERE i.batch_id = @batch AND i.trashed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM job_image taken WHERE taken.image_seq = i.seq)`

export function jobStatements(db: ReadDb) {
  return {
    progress: db.prepare<{ project: string }, ProgressRow>(PROGRESS),
    renameBatch: db.prepare<{ name: string; id: string }>(
      `UPDATE batch SET name = @name WHERE id = @id
          AND NOT EXISTS (SELECT 1 FROM batch other
                           WHERE other.project_id = batch.project_id AND other.name = @name AND other.id <> @id)`,
    ),
    unassigned: db.prepare<[string], number>(`SELECT count(*) ${FREE.replace('@batch', '?')}`).pluck(),
    insert: db.prepare<Record<string, string | number>>(
      `INSERT INTO annotation_job (id, project_id, batch_id, name, labeler, reviewer, instructions, created_at)
       VALUES (@id, @project, @batch, @name, @labeler, @reviewer, @instructions, @createdAt)`,
    ),
    assign: db.prepare<Record<string, string | number>>(
      `INSERT INTO job_image (job_id, image_seq) SELECT @job, i.seq ${FREE} ORDER BY ${IS_LABELLED}, i.seq LIMIT @images`,
    ),
    images: db
      .prepare<[string], string>(
        `SELECT i.id FROM job_image ji JOIN image i ON i.seq = ji.image_seq
          WHERE ji.job_id = ? AND i.trashed_at IS NULL ORDER BY i.seq`,
      )
      .pluck(),
    ofJob: db
      .prepare<Record<'job' | 'images', string>, string>(
        `SELECT i.id FROM json_each(@images) picked JOIN image i ON i.id = picked.value
           JOIN job_image ji ON ji.image_seq = i.seq WHERE ji.job_id = @job`,
      )
      .pluck(),
    ofStanding: db.prepare<
      { job: string; standing: string; from: number; most: number },
      { readonly seq: number; readonly id: string }
    >(
      `SELECT i.seq, i.id FROM job_image ji JOIN image i ON i.seq = ji.image_seq
        WHERE ji.job_id = @job AND ji.image_seq > @from AND i.trashed_at IS NULL AND ${STANDING} = @standing
        ORDER BY ji.image_seq LIMIT @most`,
    ),
    imagePage: db.prepare<{ job: string; limit: number; offset: number }, ImageRow>(
      `SELECT i.id, i.name, ${STANDING} AS standing
         FROM job_image ji JOIN image i ON i.seq = ji.image_seq
        WHERE ji.job_id = @job AND i.trashed_at IS NULL ORDER BY ji.image_seq LIMIT @limit OFFSET @offset`,
    ),
    change: db.prepare<Record<string, string>>(
      `UPDATE annotation_job SET name = @name, labeler = @labeler, reviewer = @reviewer, instructions = @instructions
        WHERE id = @job`,
    ),
    verdicts: db.prepare<[string], { id: string; verdict: string | null }>(
      'SELECT i.id, ji.verdict FROM job_image ji JOIN image i ON i.seq = ji.image_seq WHERE ji.job_id = ? ORDER BY ji.image_seq',
    ),
    isThere: db.prepare<[string], unknown>('SELECT 1 FROM annotation_job WHERE id = ?'),
    giveBack: db.prepare<Record<string, string | null>>(
      `INSERT OR IGNORE INTO job_image (job_id, image_seq, verdict)
       SELECT @job, i.seq, @verdict FROM image i
        WHERE i.batch_id = @batch AND i.id IN (SELECT value FROM json_each(@images))`,
    ),
    remove: db.prepare<[string, string]>('DELETE FROM annotation_job WHERE project_id = ? AND id = ?'),
  }
}
