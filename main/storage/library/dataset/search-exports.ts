import { z } from 'zod'
import { Attributes } from '#common/annotation/attribute'
import { brand } from '#common/border'
import type { BlobHash, ClassId, ImageId, ProjectId, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { Split, SplitCounts } from '#common/split'
import { SearchFacts } from '#core/exchange/exports/search/facts'
import type {
  Picked,
  PickedImage,
  SearchExportRecord,
  SearchExportRepository,
} from '#core/exchange/exports/search/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { orDamaged, storedRow } from '../../kit/stored-row.ts'
import { fromSeconds, idList, parseShapes, toSeconds } from '../columns.ts'
import { SCOPE } from '../sql/search.sql.ts'
import {
  freezeText,
  type PickedRow,
  type SearchExportRow,
  type SummaryRow,
  searchExportStatements,
  summaryText,
} from '../sql/search-exports.sql.ts'
import { searchConditions } from './search-conditions.ts'
import { type Narrowed, toldOf } from './search-told.ts'

/** Exports requested before attributes existed name none. */
const Classes = z.array(z.object({ id: z.string(), name: z.string(), attributes: Attributes.optional() }))

/** Rows let go in one transaction: some milliseconds, so that others are served in between. */
const PIECE = 5000

export function searchExportRepository(db: ReadDb, commits: CommitQueue): SearchExportRepository {
  const sql = searchExportStatements(db)

  return {
    async summary(picked) {
      const { where, bound } = narrow(picked)
      return db
        .prepare<[typeof bound], SummaryRow>(summaryText(where))
        .all(bound)
        .map(({ project_id, bytes, ...splits }) => ({ projectId: brand<ProjectId>(project_id), splits, bytes }))
    },
    told: (picked) => toldOf(db, sql.formsOf, narrow(picked)),
    async freeze({ taskId: task, workspace, format, fileName, facts, projects, linkKey, createdAt }, picked) {
      const { where, bound } = narrow(picked)
      const row = { task, workspace, format, fileName, linkKey, facts: JSON.stringify(facts), at: toSeconds(createdAt) }
      const holding = { task, projects: idList(projects) }
      await commits.run(() => {
        sql.insert.run({ ...row, projects: holding.projects })
        sql.addProjects.run(holding)
        const freeze = db.prepare<[typeof bound]>(freezeText(where))
        orDamaged(message('row-annotation-of-search'), () => freeze.run({ ...bound, task }))
      })
    },
    async find(taskId) {
      const row = sql.find.get(taskId)
      return row && toRecord(row)
    },
    async findLive(workspace, taskId) {
      const row = sql.findLive.get(taskId, workspace)
      return row && toRecord(row)
    },
    async findByLink(linkKey) {
      const row = sql.byLink.get(linkKey)
      return row && toRecord(row)
    },
    async projects(taskId) {
      return sql.projects.all(taskId).map((id) => brand<ProjectId>(id))
    },
    async counts(taskId) {
      return SplitCounts.parse(sql.counts.get(taskId))
    },
    async crowds(taskId) {
      return sql.crowds.get(taskId) ?? 0
    },
    async lines(taskId) {
      return sql.lines.get(taskId) ?? 0
    },
    async unready(taskId, after, limit) {
      return sql.unready.all(taskId, after, limit).map(toPicked)
    },
    async leaveOut(taskId, positions) {
      await commits.run(() => {
        for (const position of positions) sql.leaveOut.run(taskId, position)
      })
    },
    async setReady(taskId, images) {
      await commits.run(() => {
        for (const { position, fileName, blob, bytes } of images) {
          sql.setReady.run(fileName, blob, bytes, taskId, position)
        }
      })
    },
    async images(taskId, { split, after, limit }) {
      return sql.images
        .all(taskId, split, after, limit)
        .map((row) => ({ ...toPicked(row), fileName: row.file_name ?? '' }))
    },
    async finish(taskId, { blob, bytes }) {
      await commits.run(() => sql.finish.run(blob, bytes, taskId))
    },
    async dropImages(taskId) {
      while ((await commits.run(() => sql.dropImages.run(taskId, taskId, PIECE).changes)) === PIECE);
    },
    forget: (until) => commits.run(() => sql.forget.run(toSeconds(until)).changes),
  }
}

function narrow(picked: Picked): Narrowed {
  const projects = idList(picked.projects)
  if (picked.kind === 'images') {
    const bound: Record<string, string | number> = { projects, images: idList(picked.images) }
    return { where: 'i.id IN (SELECT value FROM json_each(@images))', bound }
  }
  const { where, values } = searchConditions(picked.query, SCOPE)
  const bound: Record<string, string | number> = { ...values, projects }
  return { where, bound }
}

const toRecord = storedRow((row: SearchExportRow) => message('row-export', { name: row.file_name }), readRecord)

function readRecord(row: SearchExportRow): SearchExportRecord {
  const { blob, bytes } = row
  return {
    taskId: brand<TaskId>(row.task_id),
    format: row.format,
    fileName: row.file_name,
    facts: SearchFacts.parse(JSON.parse(row.facts)),
    classes: Classes.parse(JSON.parse(row.classes)).map(({ id, ...rest }) => ({ id: brand<ClassId>(id), ...rest })),
    linkKey: row.link_key,
    createdAt: fromSeconds(row.created_at),
    made: blob === null || bytes === null ? undefined : { blob: brand<BlobHash>(blob), bytes },
  }
}

const toPicked = storedRow(({ name }: PickedRow) => message('row-image', { name }), readPicked)

function readPicked(row: PickedRow): PickedImage {
  const { position, image_id, name, blob, bytes, width, height, split, shapes } = row
  return {
    position,
    bytes,
    width,
    height,
    imageId: brand<ImageId>(image_id),
    originalName: name,
    blob: brand<BlobHash>(blob),
    split: Split.parse(split),
    shapes: parseShapes(shapes),
  }
}
