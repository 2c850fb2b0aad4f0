import type { ReadDb } from '../../kit/db.ts'

export interface ActRow {
  readonly seq: number
  readonly id: string
  readonly act: string
  readonly state: string
  readonly images: number
  readonly restored: number
  readonly done_to: number
  readonly made_at: number
}

const ACT = 'seq, id, act, state, images, restored, done_to, made_at'
/** Notes that are taken away in one go. */
const FORGOTTEN_AT_ONCE = 2000

export type KeptActStatements = ReturnType<typeof keptActStatements>

/**
 * The acts themselves. `noting`: what its images were is being noted, none has changed. Then `doing`, `done`, `undoing`, `undone`.
 * `forgotten`: its notes are being taken away, and then itself.
 */
export function keptActStatements(db: ReadDb) {
  return {
    insert: db.prepare<[string, string, string, number]>(
      `INSERT INTO bulk_act (id, project_id, act, state, images, made_at) VALUES (?, ?, ?, 'noting', 0, ?)`,
    ),
    /** Images of an act that are noted. */
    changed: db
      .prepare<[number], number>('SELECT count(DISTINCT image_seq) FROM bulk_before WHERE act_seq = ?')
      .pluck(),
    setChanged: db.prepare<[number, number]>('UPDATE bulk_act SET images = ? WHERE seq = ?'),
    enter: db.prepare<[string, number]>('UPDATE bulk_act SET state = ?, done_to = 0 WHERE seq = ?'),
    giveUp: db.prepare<[string]>(
      `UPDATE bulk_act SET state = iif(state = 'undoing', 'undone', 'done') WHERE id = ? AND state IN ('doing', 'undoing')`,
    ),
    drop: db.prepare<[number]>('DELETE FROM bulk_act WHERE seq = ?'),
    byId: db.prepare<[string], ActRow>(`SELECT ${ACT} FROM bulk_act WHERE id = ?`),
    ofProject: db.prepare<[string, string], ActRow>(
      `SELECT ${ACT} FROM bulk_act WHERE project_id = ? AND id = ? AND state <> 'forgotten'`,
    ),
    log: db.prepare<[string], ActRow>(
      `SELECT ${ACT} FROM bulk_act WHERE project_id = ? AND state IN ('done', 'undone') ORDER BY seq DESC`,
    ),
    /** Transfers go on in their tasks, and so do undos that have one. */
    unfinished: db.prepare<[], { id: string; slug: string }>(
      `SELECT a.id, p.slug FROM bulk_act a JOIN project p ON p.id = a.project_id
        WHERE (a.state = 'doing' AND json_valid(a.act) AND json_extract(a.act, '$.kind') <> 'transfer')
           OR (a.state = 'undoing' AND NOT EXISTS (
                SELECT 1 FROM task t WHERE t.kind = 'undo' AND t.status IN ('created', 'running') AND json_valid(t.input) AND json_extract(t.input, '$.act') = a.id))
        ORDER BY a.seq`,
    ),
    outlived: db.prepare<{ project: string; kept: number }>(
      `UPDATE bulk_act SET state = 'forgotten' WHERE project_id = @project AND state IN ('done', 'undone') AND seq NOT IN (
         SELECT seq FROM bulk_act WHERE project_id = @project AND state <> 'forgotten' ORDER BY seq DESC LIMIT @kept)`,
    ),
    /** Whoever asked for such an act was not answered; transfers are noted again by their tasks. */
    unnoted: db.prepare<[]>(
      `UPDATE bulk_act SET state = 'forgotten' WHERE state = 'noting' AND iif(json_valid(act), json_extract(act, '$.kind'), '') <> 'transfer'`,
    ),
    forgotten: db.prepare<[], number>(`SELECT seq FROM bulk_act WHERE state = 'forgotten' LIMIT 1`).pluck(),
    forgetSome: db.prepare<{ act: number }>(
      `DELETE FROM bulk_before WHERE act_seq = @act AND image_seq IN (
         SELECT image_seq FROM bulk_before WHERE act_seq = @act ORDER BY image_seq LIMIT ${FORGOTTEN_AT_ONCE})`,
    ),
  }
}
