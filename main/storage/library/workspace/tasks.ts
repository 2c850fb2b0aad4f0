import { brand } from '#common/border'
import { TaskKind, TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import type { TaskRepository } from '#core/tasks/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { messageText, storedMessage } from '../../kit/stored-message.ts'
import { ifSound, orDamaged, soundRows, storedRow } from '../../kit/stored-row.ts'
import { fromSeconds, toSeconds } from '../columns.ts'
import { type TaskRow, taskStatements } from '../sql/tasks.sql.ts'

export function taskRepository(db: ReadDb, commits: CommitQueue): TaskRepository {
  const sql = taskStatements(db)
  /** Failures that are not on the disk yet, which may be what failed: told until they are. */
  const ends = new Map<TaskId, UnwrittenEnd>()

  async function writeEnd(id: TaskId, end: UnwrittenEnd): Promise<void> {
    await commits.run(() => sql.fail.run(end.error, end.updated_at, id))
    ends.delete(id)
  }

  return {
    async create({ id, workspace, projectId, kind, createdAt, ...rest }) {
      const project = projectId ?? null
      const at = toSeconds(createdAt)
      const [title, input] = [messageText(rest.title), JSON.stringify(rest.input)]
      await commits.run(() => sql.insert.run({ id, workspace, project, kind, title, input, at }))
      for (const [task, end] of ends) await writeEnd(task, end)
    },
    async setRunning(id, now) {
      ends.delete(id)
      await commits.run(() => sql.running.run(toSeconds(now), id))
    },
    async uncountAttempt(id) {
      await commits.run(() => sql.uncount.run(id))
    },
    async setProgress(id, { current, total }, now) {
      await commits.run(() => sql.progress.run(current, total, toSeconds(now), id))
    },
    async complete(id, result, now) {
      await commits.run(() => sql.complete.run(JSON.stringify(result), toSeconds(now), id))
    },
    async fail(id, error, now) {
      const end = { status: 'failed', error: messageText(error), updated_at: toSeconds(now) } as const
      ends.set(id, end)
      await writeEnd(id, end)
    },
    async find(workspace, id) {
      const row = sql.byId.get(workspace, id)
      return row && toTask({ ...row, ...ends.get(id) })
    },
    async list(workspace) {
      return soundRows(sql.list.all({ workspace }), (row) => toTask({ ...row, ...ends.get(brand<TaskId>(row.id)) }))
    },
    async input(id) {
      return orDamaged(message('row-this-task'), () => JSON.parse(sql.input.get(id) ?? 'null'), 'restore')
    },
    async unfinished() {
      return soundRows(sql.unfinished.all(), ({ id, kind, input, attempts }) => ({
        id: brand<TaskId>(id),
        kind: TaskKind.parse(kind),
        // One that cannot be read is known by its kind still, and ends with the reason.
        input: ifSound((): unknown => JSON.parse(input)),
        attempts,
      }))
    },
  }
}

type UnwrittenEnd = Readonly<Record<'status' | 'error', string> & Record<'updated_at', number>>

const toTask = storedRow(whatOf, readTask, 'restore')

function whatOf({ title }: TaskRow) {
  return message('row-task', { title: storedMessage(title) })
}

function readTask(row: TaskRow): TaskView {
  const { id, title, error, current, total, result, created_at, updated_at, ...rest } = row
  return TaskView.parse({
    ...rest,
    taskId: id,
    title: said(storedMessage(title)),
    error: error === null ? null : said(storedMessage(error)),
    progress: current === null || total === null ? null : { current, total },
    result: result === null ? null : JSON.parse(result),
    createdAt: fromSeconds(created_at).toISOString(),
    updatedAt: fromSeconds(updated_at).toISOString(),
  })
}
