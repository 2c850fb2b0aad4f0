import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { brand } from '#common/border'
import { type BatchId, ImageId } from '#common/ids'
import type {
  AnnotationJob,
  AnnotationJobRepository,
  Batch,
  BatchProgress,
  JobVerdicts,
  Standing,
} from '#core/annotation/jobs/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { ifSound, soundRows } from '../../kit/stored-row.ts'
import { inPieces } from '../browse/kept-acts.ts'
import { dateOrOldest, idList, toSeconds } from '../columns.ts'
import { BATCH, type BatchRow, JOB, type JobRow, jobStatements, type ProgressRow } from '../sql/annotation-jobs.sql.ts'

/** Images that are looked up in one go: others wait no longer than that. */
const PAGE = 2000

export function annotationJobRepository(db: ReadDb, commits: CommitQueue): AnnotationJobRepository {
  const sql = jobStatements(db)
  const batches = db.prepare<[string], BatchRow>(`${BATCH} WHERE b.project_id = ? ORDER BY b.created_at DESC, b.id`)
  const batch = db.prepare<[string, string], BatchRow>(`${BATCH} WHERE b.project_id = ? AND b.id = ?`)
  const jobs = db.prepare<[string], JobRow>(
    `${JOB} WHERE j.project_id = ? GROUP BY j.id ORDER BY j.created_at DESC, j.id`,
  )
  const job = db.prepare<[string, string], JobRow>(`${JOB} WHERE j.project_id = ? AND j.id = ? GROUP BY j.id`)

  function* pagesOf(job: string, images: readonly ImageId[]): Generator<readonly string[]> {
    for (const piece of inPieces(images)) yield sql.ofJob.all({ job, images: piece })
  }

  function* pagesOfStanding(job: string, standing: Standing): Generator<readonly string[]> {
    let page: readonly { readonly seq: number; readonly id: string }[]
    let from = 0
    do {
      page = sql.ofStanding.all({ job, standing, from, most: PAGE })
      from = page.at(-1)?.seq ?? from
      yield page.map(({ id }) => id)
    } while (page.length === PAGE)
  }

  return {
    async batches({ id }) {
      return batches.all(id).map(readBatch)
    },
    async batch({ id: project }, id) {
      const row = batch.get(project, id)
      return row && readBatch(row)
    },
    async progress({ id }) {
      return sql.progress.all({ project: id }).map(toProgress)
    },
    renameBatch: (_project, id, name) => commits.run(() => sql.renameBatch.run({ id, name }).changes > 0),
    async jobs({ id }) {
      return jobs.all(id).map(readJob)
    },
    async job({ id: project }, id) {
      const row = job.get(project, id)
      return row && readJob(row)
    },
    async unassigned(_project, batchId) {
      return sql.unassigned.get(batchId) ?? 0
    },
    create: ({ id: project }, { createdAt, ...wanted }, images) =>
      commits.run(() => {
        sql.insert.run({ ...wanted, project, createdAt: toSeconds(createdAt) })
        return sql.assign.run({ job: wanted.id, batch: wanted.batch, images }).changes
      }),
    async images(id) {
      return sql.images.all(id).map((image) => brand<ImageId>(image))
    },
    async chosen(id, images) {
      const found: string[] = []
      const pages = typeof images === 'string' ? pagesOfStanding(id, images) : pagesOf(id, images)
      for (const page of pages) {
        found.push(...page)
        await breathe()
      }
      return found.map((image) => brand<ImageId>(image))
    },
    async imagePage(id, window) {
      return soundRows(sql.imagePage.all({ job: id, ...window }), (row) => ({
        id: brand<ImageId>(row.id),
        name: row.name,
        standing: StandingWord.parse(row.standing),
      }))
    },
    async change(id, words) {
      await commits.run(() => sql.change.run({ job: id, ...words }))
    },
    remove: ({ id: project }, id) =>
      commits.run(() => {
        const verdicts = toVerdicts(sql.verdicts.all(id))
        sql.remove.run(project, id)
        return verdicts
      }),
    restore: ({ id: project }, { job: { createdAt, ...job }, images }) =>
      commits.run(() => {
        if (sql.isThere.get(job.id) !== undefined) return false
        sql.insert.run({ ...job, project, createdAt: toSeconds(createdAt) })
        const own = { job: job.id, batch: job.batch }
        sql.giveBack.run({ ...own, verdict: null, images: idList(images.unreviewed) })
        for (const verdict of ['approved', 'rejected'] as const) {
          sql.giveBack.run({ ...own, verdict, images: idList(images[verdict]) })
        }
        return true
      }),
  }
}

const StandingWord = z.enum(['unannotated', 'annotated', 'approved', 'rejected'])
const Covers = z.array(ImageId)

function toProgress({ labelled, done, covers, ...row }: ProgressRow): BatchProgress {
  return { ...readBatch(row), labelled, done, covers: ifSound(() => Covers.parse(JSON.parse(covers))) ?? [] }
}

function toVerdicts(rows: readonly { readonly id: string; readonly verdict: string | null }[]): JobVerdicts {
  const of = (verdict: string | null) =>
    rows.filter((row) => row.verdict === verdict).map(({ id }) => brand<ImageId>(id))
  return { unreviewed: of(null), approved: of('approved'), rejected: of('rejected') }
}

function readBatch({ id, name, images, jobs, created_at }: BatchRow): Batch {
  return { id: brand<BatchId>(id), name, images, jobs, createdAt: dateOrOldest(created_at) }
}

function readJob({
  id,
  name,
  batch_id,
  labeler,
  reviewer,
  instructions,
  created_at,
  ...counts
}: JobRow): AnnotationJob {
  const own = { id, name, batch: brand<BatchId>(batch_id), labeler, reviewer, instructions }
  return { ...own, createdAt: dateOrOldest(created_at), counts }
}
