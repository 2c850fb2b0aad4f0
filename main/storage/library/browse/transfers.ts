import { ProjectType } from '#common/contract/projects'
import { type BulkActId, ClassId } from '#common/ids'
import { message } from '#common/messages/message'
import type { KeptTransfer, NewTransfer, TransferRepository, TransferSurvey } from '#core/curation/transfers/ports'
import { addLosses, type LabelFate, labelFates, lossesOf, NO_LOSSES, pairClasses } from '#core/curation/transfers/rules'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { orDamaged, storedRow } from '../../kit/stored-row.ts'
import { idList } from '../columns.ts'
import { toClass } from '../dataset/projects.ts'
import { imageCopyStatements } from '../sql/catalog.sql.ts'
import { projectStatements } from '../sql/projects.sql.ts'
import { type ActRow, keptActStatements } from './kept-acts.sql.ts'
import { closeNotes, forgetAct, forgetOutlived, inPieces, openAct } from './kept-acts.ts'
import { StoredTransferAct } from './transfer-acts.ts'
import { noteRenamed, type Renamed } from './transfer-history.ts'
import { type Carrying, carriedLabel, carryImage, type TransferSql } from './transfer-image.ts'
import { historyStatements, transferStatements, type UnderWayRow } from './transfers.sql.ts'

/** A piece of a transfer takes about this long; others are served after it. */
const PIECE_MS = 10

export function transferRepository(db: ReadDb, commits: CommitQueue): TransferRepository {
  const acts = keptActStatements(db)
  const classes = projectStatements(db)
  const history = historyStatements(db)
  const sql: TransferSql = { ...transferStatements(db), history, copy: imageCopyStatements(db), classes }

  function pairsOf(from: string, into: string, type: ProjectType) {
    const [source, target] = [from, into].map((project) => classes.classes.all(project).map(toClass))
    return pairClasses(source ?? [], { type, classes: target ?? [] })
  }

  /** A transfer that a crash cut short while its images were noted is noted again. */
  function open({ id, route: { from, into }, way, madeAt }: NewTransfer): number {
    const known = acts.byId.get(id)
    if (known) return known.seq
    const target = { id: into.id, slug: into.slug, name: into.name }
    const act = { kind: 'transfer', way, target, there: 0, losses: NO_LOSSES } satisfies KeptTransfer
    return openAct(acts, { id, projectId: from.id, act: JSON.stringify(act), madeAt })
  }

  /** All of its images are noted: from here on they go over. */
  function closeBegin(seq: number, { id, route: { into }, picked, classes: fresh }: NewTransfer): void {
    const total = closeNotes(acts, seq)
    const row = acts.byId.get(id)
    if (row) write(seq, 0, { ...readTransfer(row), there: Math.max(0, picked - total) })
    const hasPoints = into.type === 'keypoint-detection' ? 1 : 0
    for (const classId of fresh) sql.addClass.run({ into: into.id, from: classId, hasPoints })
  }

  function write(seq: number, to: number, act: KeptTransfer): void {
    sql.advance.run({ seq, to, act: JSON.stringify(act) })
  }

  function step(row: UnderWayRow): number | 'over' | 'target-gone' {
    const act = readTransfer(row)
    const type = sql.type.get(act.target.id)
    if (type === undefined) return 'target-gone'
    const end = performance.now() + PIECE_MS
    const carrying = openCarrying(row, act, ProjectType.parse(type))
    let [losses, passed, to] = [act.losses, 0, row.done_to]
    for (const seq of sql.next.all(row.seq, row.done_to)) {
      losses = addLosses(losses, lossesOf(carryImage(sql, carrying, seq)))
      passed += 1
      to = seq
      if (performance.now() >= end) break
    }
    if (passed === 0) return close(row, act)
    write(row.seq, to, { ...act, losses })
    return passed
  }

  function openCarrying(row: UnderWayRow, act: KeptTransfer, type: ProjectType): Carrying {
    const into = act.target.id
    const pairs = pairsOf(row.project_id, into, type)
    const trashAt = act.way === 'move' ? row.made_at : undefined
    const renamed: Renamed = new Map()
    for (const pair of pairs.values()) if (pair.there) noteRenamed(renamed, pair, pair.there.id)
    return { act: row.seq, into, type, pairs, classes: new Map(), renamed, trashAt }
  }

  function close(row: UnderWayRow, act: KeptTransfer): 'over' {
    sql.forgetOthers.run(row.seq)
    end(row.seq, act)
    return 'over'
  }

  /** An act that changed nothing leads to no undo. */
  function end(seq: number, { target }: KeptTransfer): void {
    const images = sql.copied.get(seq) ?? 0
    acts.setChanged.run(images, seq)
    acts.enter.run(images === 0 ? 'undone' : 'done', seq)
    sql.touch.run(target.id)
  }

  /** It is over from its first moment; what it has not come to is forgotten in pieces. */
  async function stop(id: BulkActId): Promise<void> {
    const row = acts.byId.get(id)
    if (row?.state === 'noting') return forgetAct(acts, commits, row.seq)
    if (row?.state !== 'doing') return
    const { seq, done_to } = row
    await commits.run(() => end(seq, readTransfer(row)))
    while (await commits.run(() => sql.forgetSomeAhead.run({ seq, done_to }).changes > 0));
    await commits.run(() => sql.forgetOthers.run(seq))
  }

  function survey({ from, into }: NewTransfer['route'], images: string): TransferSurvey {
    const pairs = pairsOf(from.id, into.id, into.type)
    const rows = sql.images.all({ project: from.id, into: into.id, images })
    const fresh = rows.filter(({ is_there }) => is_there === 0)
    const fates = fresh.map(({ seq, name }) =>
      orDamaged(message('row-image', { name }), () =>
        labelFates(sql.light.all(seq).map(carriedLabel), { type: into.type, pairs }),
      ),
    )
    return {
      images: rows.length,
      there: rows.length - fresh.length,
      classes: new Set(fates.flatMap((each) => each.flatMap(missingClass))),
      losses: fates.reduce((sum, each) => addLosses(sum, lossesOf(each)), NO_LOSSES),
    }
  }

  return {
    survey: async (route, images) => survey(route, idList(images)),
    async begin(transfer, images) {
      const { from, into } = transfer.route
      const act = await commits.run(() => open(transfer))
      for (const piece of inPieces(images)) {
        await commits.run(() => sql.note.run({ act, project: from.id, into: into.id, images: piece }))
      }
      await commits.run(() => closeBegin(act, transfer))
      await forgetOutlived(acts, commits, from.id)
    },
    async find(id) {
      const row = acts.byId.get(id)
      if (row === undefined || row.state === 'noting') return undefined
      const { way, target, there, losses } = readTransfer(row)
      const isOver = row.state !== 'doing'
      return {
        way,
        target: { slug: target.slug, name: target.name },
        total: row.images,
        there,
        losses,
        passed: isOver ? row.images : (sql.passed.get(row.seq, row.done_to) ?? 0),
        images: isOver ? row.images : (sql.copied.get(row.seq) ?? 0),
      }
    },
    step: (id) =>
      commits.run(() => {
        const row = sql.underWay.get(id)
        return row === undefined ? 'over' : step(row)
      }),
    stop,
  }
}

function missingClass(fate: LabelFate): readonly ClassId[] {
  return 'pair' in fate && fate.pair.there === undefined ? [fate.pair.from.id] : []
}

const readTransfer = storedRow(
  () => message('row-this-task'),
  ({ act }: Pick<ActRow, 'act'>): KeptTransfer => StoredTransferAct.parse(JSON.parse(act)),
  'restore',
)
