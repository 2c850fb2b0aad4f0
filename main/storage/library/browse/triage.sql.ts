import type { ReadDb } from '../../kit/db.ts'
import type { ProposalRow } from '../dataset/proposal-rows.ts'
import type { ShapeRow } from '../dataset/shape-rows.ts'

export interface JudgedRow {
  readonly seq: number
  readonly revision: number
  readonly width: number
  readonly height: number
  readonly look: Buffer | null
}

const LIVING = 'i.project_id = @project AND i.trashed_at IS NULL'
const UNJUDGED = 'NOT EXISTS (SELECT 1 FROM image_triage t WHERE t.image_seq = i.seq AND t.is_stale = 0)'
const LABELLED = `FROM image i JOIN image_descriptor d ON d.image_seq = i.seq WHERE ${LIVING} AND i.shapes > 0`
const WANTED = 'SELECT value FROM json_each(?)'

/** Objects of each class that are measured to tell its usual size. */
const MEASURED = 2000

export function triageStatements(db: ReadDb) {
  const images = (where: string) =>
    db.prepare<{ project: string; after: number; limit: number }, JudgedRow>(
      `SELECT i.seq, i.revision, i.width, i.height, (SELECT bytes FROM image_descriptor WHERE image_seq = i.seq) AS look
         FROM image i WHERE ${LIVING} AND i.seq > @after AND ${where} ORDER BY i.seq LIMIT @limit`,
    )
  return {
    countUnjudged: db
      .prepare<{ project: string }, number>(`SELECT count(*) FROM image i WHERE ${LIVING} AND ${UNJUDGED}`)
      .pluck(),
    countImages: db.prepare<{ project: string }, number>(`SELECT count(*) FROM image i WHERE ${LIVING}`).pluck(),
    unjudged: images(UNJUDGED),
    all: images('TRUE'),
    shapes: db.prepare<[string], ShapeRow & { image_seq: number; class_name: string }>(
      `SELECT s.image_seq, s.id, s.class_id, s.z, s.origin, s.kind, s.geometry, s.marks, c.name AS class_name
         FROM shape s JOIN label_class c ON c.id = s.class_id WHERE s.image_seq IN (${WANTED})`,
    ),
    proposals: db.prepare<[string], ProposalRow & { image_seq: number }>(
      `SELECT image_seq, id, place, source, class_name, score, kind, geometry, is_settled
         FROM proposal WHERE image_seq IN (${WANTED})`,
    ),
    classes: db.prepare<[string], { id: string; shapes: number }>(
      'SELECT id, shapes FROM label_class WHERE project_id = ? AND shapes > 0',
    ),
    /** Every `@step`-th image with the class. */
    sizes: db.prepare<{ classId: string; step: number }, { area: number; image: number }>(
      `SELECT s.area, i.width * i.height AS image
         FROM shape s JOIN image i ON i.seq = s.image_seq
        WHERE s.class_id = @classId AND s.area > 0 AND s.image_seq % @step = 0 AND i.trashed_at IS NULL LIMIT ${MEASURED}`,
    ),
    labelled: db.prepare<{ project: string }, number>(`SELECT count(*) ${LABELLED}`).pluck(),
    looks: db
      .prepare<{ project: string; step: number; most: number }, Buffer>(
        `SELECT d.bytes ${LABELLED} AND i.seq % @step = 0 LIMIT @most`,
      )
      .pluck(),
    mark: db.prepare<Record<'seq' | 'revision' | 'disagreement' | 'findings' | 'novelty', number>>(
      `INSERT OR REPLACE INTO image_triage (image_seq, disagreement, findings, novelty, is_stale)
       SELECT seq, @disagreement, @findings, @novelty, revision <> @revision FROM image WHERE seq = @seq`,
    ),
  }
}

/** So many images apart that a sample of `most` is spread over all of them. */
export function stepOf(all: number, most: number): number {
  return Math.max(1, Math.floor(all / Math.max(1, most)))
}

export const MEASURED_OBJECTS = MEASURED
