import type { ReadDb } from '../../kit/db.ts'

export interface BatchRow {
  readonly id: string
  readonly name: string
  readonly images: number
  readonly jobs: number
  readonly created_at: number
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

const IS_LABELLED = '(i.shapes > 0 OR i.is_null = 1)'

/** A job with its counts; the condition and GROUP BY follow. Pictures in the trash do not count. */
export const JOB = `
SELECT j.id, j.name, j.batch_id, j.labeler, j.reviewer, j.instructions, j.created_at,
       count(i.seq) FILTER (WHERE ji.verdict IS NULL AND NOT ${IS_LABELLED}) AS unannotated,
       count(i.seq) FILTER (WHERE ji.verdict IS NULL AND ${IS_LABELLED}) AS annotated,
       count(i.seq) FILTER (WHERE ji.verdict = 'approved') AS approved,
       count(i.seq) FILTER (WHERE ji.verdict = 'rejected') AS rejected
  FROM annotation_job j
  LEFT JOIN job_image ji ON ji.job_id = j.id
  LEFT JOIN image i ON i.seq = ji.image_seq AND i.trashed_at IS NULL`

const FREE = `
FROM image i WHERE i.batch_id = @batch AND i.trashed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM job_image taken WHERE taken.image_seq = i.seq)`

export function jobStatements(db: ReadDb) {
  return {
    unassigned: db.prepare<[string], number>(`SELECT count(*) ${FREE.replace('@batch', '?')}`).pluck(),
    insert: db.prepare<Record<string, string | number>>(
      `INSERT INTO annotation_job (id, project_id, batch_id, name, labeler, reviewer, instructions, created_at)
       VALUES (@id, @project, @batch, @name, @labeler, @reviewer, @instructions, @createdAt)`,
    ),
    assign: db.prepare<Record<string, string | number>>(
      `INSERT INTO job_image (job_id, image_seq) SELECT @job, i.seq ${FREE} ORDER BY i.seq LIMIT @images`,
    ),
    images: db
      .prepare<[string], string>(
        `SELECT i.id FROM job_image ji JOIN image i ON i.seq = ji.image_seq
          WHERE ji.job_id = ? AND i.trashed_at IS NULL ORDER BY i.seq`,
      )
      .pluck(),
    review: db.prepare<Record<string, string | null>>(
      `UPDATE job_image SET verdict = @verdict
        WHERE job_id = @job
          AND image_seq IN (SELECT seq FROM image WHERE id IN (SELECT value FROM json_each(@images)))`,
    ),
    remove: db.prepare<[string, string]>('DELETE FROM annotation_job WHERE project_id = ? AND id = ?'),
  }
}
