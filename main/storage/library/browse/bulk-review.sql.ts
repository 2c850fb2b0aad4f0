import type { ReadDb } from '../../kit/db.ts'
import { BEFORE, type Begin, PICKED, PORTION, type Portion, STATE_WAS, stateAs } from './bulk.sql.ts'

/** The last entry in the log of an image that changed its labels. */
const EDIT = (image: string) =>
  `coalesce((SELECT o.id FROM operation o WHERE o.image_seq = ${image}.seq AND o.op <> 'state' ORDER BY o.id DESC LIMIT 1), 0)`
/** Noted of an image, as JSON: its state and mark as every act on states notes them, what was said of it, and its last edit. */
const NOTED = `json_object('was', ${STATE_WAS}, 'review', i.review, 'reason', r.reason, 'by', r.by_name, 'at', r.made_at, 'edit', ${EDIT('i')})`
const NOTE = `(SELECT b.was FROM bulk_before b WHERE b.act_seq = @act AND b.image_seq = image.seq)`
const of = (key: string) => `json_extract(${NOTE}, '$.${key}')`
const WAS_NULL = `(shapes = 0 AND substr(${of('was')}, -1) = '1')`
const SAID = (key: string) => `json_extract(@value, '$.${key}')`
/** Acts of earlier releases did not note the last edit. */
const isUnedited = (note: string) => `coalesce(json_extract(${note}, '$.edit'), ${EDIT('image')}) = ${EDIT('image')}`
/** Whether the image is as the act made it. One whose labels were edited since is not given back what was said of others. */
const STANDS = `review = ${SAID('verdict')} AND ${isUnedited(NOTE)} AND (review <> '' OR ${of('was')} = state || '/' || is_null)`
/** The note of the rejection that holds, while it is kept. */
const REJECTED = `(SELECT b.was FROM bulk_before b JOIN bulk_act a ON a.seq = b.act_seq
  WHERE b.image_seq = image.seq AND a.state = 'done'
    AND CASE WHEN json_valid(a.act) THEN json_extract(a.act, '$.kind') || json_extract(a.act, '$.verdict') END = 'reviewrejected'
  ORDER BY a.seq DESC LIMIT 1)`
/** A rejection that is taken back leaves the image done, where it was and nobody has edited its labels. */
const REOPENED = `CASE WHEN review = 'rejected' AND json_extract(${REJECTED}, '$.was') LIKE 'done%' AND ${isUnedited(REJECTED)}
  THEN 'done' ELSE state END`

export type BulkReviewStatements = ReturnType<typeof bulkReviewStatements>

/**
 * A verdict on many images, and its undo. `@value` is JSON: the verdict, empty where verdicts are taken back; its reason, name and moment;
 * and two names for the logs of the images as they are stored, `label` of the verdict and `undone` of its undo.
 */
export function bulkReviewStatements(db: ReadDb) {
  const portion = (text: string) => db.prepare<Portion>(text)
  return {
    /** Only what is labeled can be looked at; what the verdict stands on already is left as it is. */
    note: db.prepare<Begin>(
      `INSERT INTO bulk_before SELECT @act, i.seq, ${NOTED}
         ${PICKED.replace('WHERE', 'LEFT JOIN image_review r ON r.image_seq = i.seq WHERE')}
          AND (i.shapes > 0 OR i.is_null = 1) AND i.review <> ${SAID('verdict')}`,
    ),
    set: portion(
      `UPDATE image SET review = ${SAID('verdict')}, revision = revision + 1,
              state = CASE WHEN ${SAID('verdict')} = '' THEN ${REOPENED} WHEN is_null = 1 OR ${SAID('verdict')} = 'approved' THEN 'done' WHEN shapes = 0 THEN 'todo' ELSE 'started' END
        WHERE seq IN ${PORTION}`,
    ),
    say: portion(
      `INSERT INTO image_review (image_seq, reason, by_name, made_at)
       SELECT b.image_seq, ${SAID('reason')}, ${SAID('by')}, ${SAID('at')} FROM bulk_before b
        WHERE ${BEFORE} AND ${SAID('verdict')} <> ''
       ON CONFLICT (image_seq) DO UPDATE SET reason = excluded.reason, by_name = excluded.by_name, made_at = excluded.made_at`,
    ),
    /** For the history of each image. */
    log: portion(
      `INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content)
       SELECT b.image_seq, 'state', ${SAID('label')}, 'person', ${SAID('by')}, ${SAID('at')}, '{}' FROM bulk_before b WHERE ${BEFORE}`,
    ),
    /** Before `unset`, of the images that it changes. By nobody: the undo does not tell who asked for it. */
    logUndone: portion(
      `INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content)
       SELECT seq, 'state', ${SAID('undone')}, 'person', '', unixepoch('subsec'), '{}' FROM image
        WHERE seq IN ${PORTION} AND ${STANDS}`,
    ),
    /** Before `unset`: what stands no more is not given back. */
    unsay: portion(
      `INSERT INTO image_review (image_seq, reason, by_name, made_at)
       SELECT image.seq, ${of('reason')}, ${of('by')}, ${of('at')} FROM image
        WHERE seq IN ${PORTION} AND ${STANDS} AND ${of('reason')} IS NOT NULL
       ON CONFLICT (image_seq) DO UPDATE SET reason = excluded.reason, by_name = excluded.by_name, made_at = excluded.made_at`,
    ),
    unset: portion(
      `UPDATE image SET review = ${of('review')}, revision = revision + 1, is_null = ${WAS_NULL},
              state = ${stateAs(WAS_NULL, `${of('was')} LIKE 'done%'`)}
        WHERE seq IN ${PORTION} AND ${STANDS}`,
    ),
  }
}
