import type { ReadDb } from '../../kit/db.ts'

export interface Pair {
  readonly from: string
  readonly into: string
}

/** Images of a merge that one portion changes, with what their logs say of it. */
export interface MergeReach extends Pair {
  readonly act: number
  /** Behind this place, this place included. */
  readonly lo: number
  readonly hi: number
}

interface MergeEntry extends MergeReach {
  readonly label: string
  readonly by: string
}

interface FactsRow {
  readonly labels: number
  readonly images: number
  readonly versions: number
  readonly gives_points: number
  readonly has_other_points: number
}

/**
 * The note on an annotation that a command merges is its identifier. A class of the whole image that the image has twice then is deleted:
 * all of it is noted, as JSON.
 */
const NOTED = `CASE WHEN s.kind = 'whole' AND EXISTS (
    SELECT 1 FROM shape t WHERE t.image_seq = s.image_seq AND t.class_id = @into AND t.kind = 'whole')
  THEN json_object('id', s.id, 'z', s.z, 'origin', s.origin, 'marks', json(s.marks)) ELSE s.id END`
/** Beside its labels the act notes who approved an image, and the revision that the image has after the merge. */
const APPROVAL = `'!' || json_object('reason', r.reason, 'by', r.by_name, 'at', r.made_at, 'revision', i.revision + 1)`
const IS_APPROVAL = `substr(b.was, 1, 1) = '!'`
const approval = (key: string) => `json_extract(substr(b.was, 2), '$.${key}')`
const IS_TAKEN = `substr(b.was, 1, 1) = '{'`
const SHAPE_ID = `CASE WHEN ${IS_TAKEN} THEN json_extract(b.was, '$.id') ELSE b.was END`
const PORTION = 'b.act_seq = @act AND b.image_seq > @lo AND b.image_seq <= @hi'
const NOTED_SHAPES = `(SELECT b.image_seq, b.was FROM bulk_before b WHERE ${PORTION})`
const TAKEN_SHAPE = `json_patch(json_object('id', ${SHAPE_ID}, 'classId', @from, 'z', json_extract(b.was, '$.z'),
  'origin', json_extract(b.was, '$.origin'), 'kind', 'whole'), json_extract(b.was, '$.marks'))`
const CLASS = 'id, project_id, name, color, position, skeleton, chord, attributes'

interface EntryParts extends Pair {
  readonly at: string
  readonly change: string
  readonly when: string
}

/** One entry an image: which labels got which class, and which were taken away or put back. */
function entries({ from, into, at, change, when }: EntryParts): string {
  return `INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content)
    SELECT b.image_seq, 'reclass', @label, 'person', @by, ${at},
           json_object('reclassed', json_object('from', ${from}, 'into', ${into},
                         'shapes', json_group_array(b.was) FILTER (WHERE NOT ${IS_TAKEN})),
                       'changes', json_group_array(${change}) FILTER (WHERE ${IS_TAKEN}))
      FROM bulk_before b LEFT JOIN shape s ON s.image_seq = b.image_seq AND s.id = ${SHAPE_ID}
     WHERE ${PORTION} AND ${when}
     GROUP BY b.image_seq`
}

export type MergeStatements = ReturnType<typeof mergeStatements>

export function mergeStatements(db: ReadDb) {
  return {
    facts: db.prepare<{ project: string } & Pair, FactsRow>(
      `SELECT a.shapes AS labels, a.images, a.skeleton IS NOT NULL AND b.skeleton IS NULL AS gives_points,
              (SELECT count(*) FROM version v WHERE v.project_id = @project AND v.trashed_at IS NULL
                  AND EXISTS (SELECT 1 FROM json_each(iif(json_valid(v.classes), v.classes, '[]')) e WHERE json_extract(e.value, '$.id') = @from)) AS versions,
              EXISTS (SELECT 1 FROM shape s WHERE s.class_id = @from AND s.kind = 'keypoints'
                  AND json_array_length(s.geometry, '$.points')
                      <> json_array_length(coalesce(b.skeleton, a.skeleton), '$.points')) AS has_other_points
         FROM label_class a JOIN label_class b ON b.id = @into
        WHERE a.id = @from AND a.project_id = @project`,
    ),
    /** Images in the trash too: they may come back. Labels that were drawn since are noted when this is run again. */
    note: db.prepare<MergeReach>(
      `INSERT INTO bulk_before SELECT @act, s.image_seq, ${NOTED} FROM shape s
        WHERE s.class_id = @from AND s.image_seq > @lo AND s.image_seq <= @hi ON CONFLICT DO NOTHING`,
    ),
    /** The last of the next images with labels of a class. */
    nextOf: db
      .prepare<{ from: string; after: number; most: number }, number | null>(
        `SELECT max(image_seq) FROM (
           SELECT DISTINCT image_seq FROM shape WHERE class_id = @from AND image_seq > @after ORDER BY image_seq LIMIT @most)`,
      )
      .pluck(),
    labels: db
      .prepare<[number], number>(`SELECT count(*) FROM bulk_before b WHERE b.act_seq = ? AND NOT ${IS_APPROVAL}`)
      .pluck(),
    givePoints: db.prepare<Pair>(
      `UPDATE label_class SET skeleton = (SELECT skeleton FROM label_class WHERE id = @from)
        WHERE id = @into AND skeleton IS NULL`,
    ),
    /** Attributes of its objects go to the other class too, behind that class's own. */
    giveAttributes: db.prepare<Pair>(
      `UPDATE label_class
          SET attributes = (SELECT json_group_array(json(e.value)) FROM (
                SELECT b.value FROM json_each(label_class.attributes) b
                UNION ALL
                SELECT a.value FROM label_class f, json_each(f.attributes) a
                 WHERE f.id = @from
                   AND lower(json_extract(a.value, '$.name')) NOT IN (
                       SELECT lower(json_extract(o.value, '$.name')) FROM json_each(label_class.attributes) o)) e)
        WHERE id = @into`,
    ),
    logMerged: db.prepare<MergeEntry & { readonly at: number }>(
      entries({
        from: '@from',
        into: '@into',
        at: '@at',
        when: 's.class_id = @from',
        change: `json_object('before', ${TAKEN_SHAPE}, 'after', NULL)`,
      }),
    ),
    take: db.prepare<MergeReach>(
      `DELETE FROM shape WHERE class_id = @from
          AND (image_seq, id) IN (SELECT b.image_seq, ${SHAPE_ID} FROM ${NOTED_SHAPES} b WHERE ${IS_TAKEN})`,
    ),
    reclass: db.prepare<MergeReach>(
      `UPDATE shape SET class_id = @into WHERE class_id = @from
          AND (image_seq, id) IN (SELECT b.image_seq, b.was FROM ${NOTED_SHAPES} b)`,
    ),
    logParted: db.prepare<MergeEntry>(
      entries({
        from: '@into',
        into: '@from',
        at: `unixepoch('subsec')`,
        change: `json_object('before', NULL, 'after', ${TAKEN_SHAPE})`,
        when: `CASE WHEN ${IS_TAKEN} THEN s.id IS NULL ELSE s.class_id = @into END`,
      }),
    ),
    putBack: db.prepare<MergeReach>(
      `INSERT OR IGNORE INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area, marks)
       SELECT b.image_seq, ${SHAPE_ID}, @from, json_extract(b.was, '$.z'), json_extract(b.was, '$.origin'), 'whole', '{}', 0,
              json_extract(b.was, '$.marks')
         FROM ${NOTED_SHAPES} b WHERE ${IS_TAKEN}`,
    ),
    part: db.prepare<MergeReach>(
      `UPDATE shape SET class_id = @from WHERE class_id = @into
          AND (image_seq, id) IN (SELECT b.image_seq, b.was FROM ${NOTED_SHAPES} b)`,
    ),
    /** Labels that change cost an image its approval; see the migration of reviews. Run before that. */
    noteApprovals: db.prepare<MergeReach>(
      `INSERT INTO bulk_before SELECT @act, i.seq, ${APPROVAL}
         FROM image i JOIN image_review r ON r.image_seq = i.seq
        WHERE i.review = 'approved' AND i.seq IN (SELECT b.image_seq FROM bulk_before b WHERE ${PORTION})
          ON CONFLICT DO NOTHING`,
    ),
    /** Of images on which nobody did anything between merge and undo. Run when the undo has revised them. */
    approveAgain: db.prepare<MergeReach>(
      `UPDATE image SET review = 'approved'
        WHERE review = '' AND state = 'done' AND seq IN (SELECT b.image_seq FROM bulk_before b
              WHERE ${PORTION} AND ${IS_APPROVAL} AND ${approval('revision')} = image.revision - 1)`,
    ),
    signApprovals: db.prepare<MergeReach>(
      `INSERT INTO image_review (image_seq, reason, by_name, made_at)
       SELECT b.image_seq, ${approval('reason')}, ${approval('by')}, ${approval('at')}
         FROM bulk_before b JOIN image i ON i.seq = b.image_seq
        WHERE ${PORTION} AND ${IS_APPROVAL} AND i.review = 'approved' ON CONFLICT DO NOTHING`,
    ),
    revise: db.prepare<MergeReach>(
      `UPDATE image SET revision = revision + 1
        WHERE seq IN (SELECT b.image_seq FROM bulk_before b WHERE ${PORTION})`,
    ),
    isUsed: db.prepare<[string], number>('SELECT 1 FROM shape WHERE class_id = ? LIMIT 1').pluck(),
    bury: db.prepare<Pair>(
      `INSERT INTO merged_class (id, project_id, into_id, name, color, position, skeleton, chord, attributes)
       SELECT id, project_id, @into, name, color, position, skeleton, chord, attributes FROM label_class WHERE id = @from`,
    ),
    dropClass: db.prepare<[string]>('DELETE FROM label_class WHERE id = ?'),
    /** The class is there again, in its place; a key that another class has by now stays with that one. */
    makeRoom: db.prepare<[string]>(
      `UPDATE label_class SET position = label_class.position + 1
         FROM merged_class m WHERE m.id = ? AND label_class.project_id = m.project_id AND label_class.position >= m.position`,
    ),
    revive: db.prepare<[string]>(
      `INSERT INTO label_class (${CLASS})
       SELECT id, project_id, name, color, position, skeleton,
              CASE WHEN chord NOT IN (SELECT c.chord FROM label_class c WHERE c.project_id = merged_class.project_id AND c.chord IS NOT NULL)
                   THEN chord END, attributes
         FROM merged_class WHERE id = ?`,
    ),
    unbury: db.prepare<[string]>('DELETE FROM merged_class WHERE id = ?'),
    buriedName: db
      .prepare<[string], string>(
        `SELECT c.name FROM merged_class m JOIN label_class c ON c.project_id = m.project_id AND c.name = m.name WHERE m.id = ?`,
      )
      .pluck(),
    isKnown: db
      .prepare<{ id: string }, number>(
        'SELECT 1 FROM label_class WHERE id = @id UNION ALL SELECT 1 FROM merged_class WHERE id = @id',
      )
      .pluck(),
    becameOf: db.prepare<[string], string>('SELECT into_id FROM merged_class WHERE id = ?').pluck(),
  }
}
