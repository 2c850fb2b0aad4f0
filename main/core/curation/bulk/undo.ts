import { z } from 'zod'
import type { BulkUndone, UndoResult } from '#common/contract/browse/bulk'
import { type Refusal, refusal, refuse } from '#common/errors'
import { BulkActId, ProjectId, ProjectSlug, type TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Project } from '../../dataset/projects/ports.ts'
import { Refused, type TaskContext, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { BulkRepository, StoredBulkAct } from './ports.ts'
import { type InTurn, turns } from './turns.ts'
import { undoTitle } from './undo-titles.ts'

interface Dependencies {
  readonly bulk: BulkRepository
  readonly runner: TaskRunner
  readonly inTurn: InTurn
  /** Says that images of a project are not what they were. */
  readonly tell: (project: ProjectSlug) => void
  /** Lets others be served between two pieces. */
  readonly breathe: () => Promise<void>
}

const Input = z.object({ project: ProjectSlug, projectId: ProjectId, act: BulkActId })
type Input = z.infer<typeof Input>

/** The undo of an act on more images is a task. Even moved ones come back in less than a second then. */
const AT_ONCE = 2000
/** Open screens are told of so many images at a time. */
const TOLD_EVERY = 10_000

/** Gives every image of an act back what it was, unless something else was done with it since. */
export function bulkUndo({ bulk, runner, inTurn, tell, breathe }: Dependencies) {
  /** Of two who undo the same act one comes too late. */
  const beginning = turns()

  const work: TaskWork = {
    kind: 'undo',
    afterCrash: 'resume',
    // It reads nothing that came from outside, and half of it is worse than another start.
    mostCrashes: 10,
    run: (raw, context) => inTurn(() => takeBack(Input.parse(raw), context)),
    async abandon(raw) {
      const input = Input.parse(raw)
      await bulk.stop(input.act)
      await tellOf(input)
    },
  }

  async function takeBack(input: Input, { signal, report }: Omit<TaskContext, 'taskId'>): Promise<UndoResult> {
    const { project, projectId, act: id } = input
    const { images: total, left } = await kept(projectId, id)
    let current = total - left
    for (;;) {
      report({ current, total })
      signal.throwIfAborted()
      const passed = await bulk.step(id)
      if (passed === 'over') break
      if (Math.floor(current / TOLD_EVERY) < Math.floor((current + passed) / TOLD_EVERY)) tell(project)
      current += passed
      await breathe()
    }
    await tellOf(input)
    return { project, act: id, images: total, restored: (await kept(projectId, id)).restored }
  }

  async function kept(project: ProjectId, id: BulkActId): Promise<StoredBulkAct> {
    const act = await bulk.find(project, id)
    if (act === undefined) throw new Refused(refusal('bulk-change-not-kept'))
    return act
  }

  /** Images of another project too, where the act reached into one. */
  async function tellOf({ project, projectId, act: id }: Input): Promise<void> {
    tell(project)
    const stored = await bulk.find(projectId, id)
    if (stored?.act.kind === 'transfer') tell(stored.act.target.slug)
  }

  async function undo(project: Project, id: BulkActId): Promise<Result<BulkUndone | { taskId: TaskId }, Refusal>> {
    const begun = await beginning(() => begin(project, id))
    if (!begun.ok) return begun
    const input = { project: project.slug, projectId: project.id, act: id }
    if (begun.value.images > AT_ONCE) return ok({ taskId: await startTask(project, input, begun.value) })
    const { images, restored } = await inTurn(() => takeBack(input, IN_ONE_GO))
    return ok({ images, restored })
  }

  async function begin(project: Project, id: BulkActId): Promise<Result<StoredBulkAct, Refusal>> {
    const act = await bulk.find(project.id, id)
    if (act === undefined) return refuse('bulk-change-not-kept')
    if (act.state === 'undone') return refuse('bulk-change-undone')
    if (act.state === 'undoing') return refuse('bulk-change-being-undone')
    if (act.state !== 'done') return refuse('bulk-change-running')
    const begun = await bulk.beginUndo(id)
    return begun.ok ? ok(act) : begun
  }

  async function startTask({ workspace, id }: Project, input: Input, { act, images }: StoredBulkAct): Promise<TaskId> {
    const title = undoTitle(act, images)
    const taskId = await runner.create({ workspace, projectId: id, kind: 'undo', title, input })
    runner.begin(taskId, 'undo', input)
    return taskId
  }

  return { work, undo }
}

const IN_ONE_GO = { signal: new AbortController().signal, report: () => undefined }
