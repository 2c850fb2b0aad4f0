import { z } from 'zod'
import { brand } from '#common/border'
import { type ProjectId, ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import type { Notes } from '../../ports.ts'
import type { TaskContext, TaskRunner, TaskWork } from '../../tasks/ports.ts'
import type { Project } from '../projects/ports.ts'
import { disagreementOf } from './disagreement.ts'
import { countFindings, type UsualSizes, usualSizes } from './findings.ts'
import { noveltyOf, standingLooks } from './novelty.ts'
import type { JudgedImage, TriageRepository } from './ports.ts'

export type TriageService = ReturnType<typeof triageService>

interface Dependencies {
  readonly triage: TriageRepository
  readonly runner: TaskRunner
  readonly notes: Notes
  /** Lets other requests run between two portions. */
  readonly breathe: () => Promise<void>
}

/** Images that are judged while somebody waits; more are a task. */
const AT_ONCE = 200
/** Images that are judged in one go. */
const PORTION = 100
/** Labeled images that are looked at to find those that stand for all. */
const SAMPLE = 2000
/** Novelty is told again when the labeled images have grown or shrunk by this share. */
const GROWN = 0.1

const Input = z.object({ projectId: z.string(), project: ProjectSlug })

interface Measures {
  readonly usual: UsualSizes
  readonly standing: readonly Uint8Array[]
  readonly labelled: number
}

type Job = Pick<Project, 'id' | 'slug'>

/** Marks how much a look at each image would tell, so that the queue can begin with what matters most. */
export function triageService({ triage, runner, notes, breathe }: Dependencies) {
  /** Projects that are being looked through while somebody waits. */
  const running = new Set<ProjectId>()
  /** Projects that a task looks through. */
  const tasks = new Set<ProjectId>()
  /** Labeled images of a project when the novelty of all was told last. */
  const labelledThen = new Map<ProjectId, number>()

  const work: TaskWork = {
    kind: 'triage',
    afterCrash: 'resume',
    async run(input, context) {
      const { projectId, project: slug } = Input.parse(input)
      const id = brand<ProjectId>(projectId)
      tasks.add(id)
      try {
        return { judged: await judgeAll({ id, slug }, context) }
      } finally {
        tasks.delete(id)
      }
    },
  }

  async function measure({ id }: Job): Promise<Measures> {
    const { looks, labelled } = await triage.labelledLooks(id, SAMPLE)
    return { usual: usualSizes(await triage.sizes(id)), standing: standingLooks(looks), labelled }
  }

  function isGrown({ id }: Job, labelled: number): boolean {
    const then = labelledThen.get(id)
    return then === undefined || Math.abs(labelled - then) > GROWN * then
  }

  async function judgeAll(job: Job, { signal, report }: Pick<TaskContext, 'signal' | 'report'>): Promise<number> {
    const measures = await measure(job)
    const isAll = isGrown(job, measures.labelled)
    const total = await countToJudge(job, measures.labelled)
    let done = 0
    for (let after = 0; ; ) {
      signal.throwIfAborted()
      const portion = await triage.toJudge(job.id, { after, limit: PORTION, isAll })
      const last = portion.at(-1)
      if (last === undefined) break
      await triage.mark(portion.map((image) => judge(image, measures)))
      after = last.seq
      done += portion.length
      report({ current: done, total: Math.max(done, total) })
      await breathe()
    }
    if (isAll) labelledThen.set(job.id, measures.labelled)
    if (done > 0) notes.publish({ kind: 'images', project: job.slug })
    return done
  }

  /** How many images are to be looked through. */
  async function countToJudge(job: Job, labelled: number): Promise<number> {
    return isGrown(job, labelled) ? triage.countImages(job.id) : triage.countUnjudged(job.id)
  }

  /** Answers the task that does it, where there is more to do than a moment takes. */
  async function refresh(project: Project): Promise<TaskId | undefined> {
    if (running.has(project.id) || tasks.has(project.id)) return undefined
    running.add(project.id)
    try {
      const { labelled } = await triage.labelledLooks(project.id, 0)
      const count = await countToJudge(project, labelled)
      if (count > AT_ONCE) return await startTask(project)
      if (count > 0) await judgeAll(project, { signal: new AbortController().signal, report: () => undefined })
      return undefined
    } finally {
      running.delete(project.id)
    }
  }

  async function startTask(project: Project): Promise<TaskId> {
    const input = { projectId: project.id, project: project.slug }
    const title = message('title-order-images', { name: project.name })
    const task = { workspace: project.workspace, projectId: project.id, kind: 'triage' as const, title, input }
    const taskId = await runner.create(task)
    tasks.add(project.id)
    runner.begin(taskId, 'triage', input)
    return taskId
  }

  return { work, refresh }
}

function judge(image: JudgedImage, { usual, standing }: Measures) {
  const { seq, revision, labels, look } = image
  return {
    seq,
    revision,
    disagreement: disagreementOf(image),
    findings: countFindings(image, usual),
    novelty: labels.length > 0 ? 0 : noveltyOf(look, standing),
  }
}
