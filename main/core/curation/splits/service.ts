import { z } from 'zod'
import { brand } from '#common/border'
import { type Move, type RebalancePreview, RebalanceRequest } from '#common/contract/splits'
import { type Refusal, refuse } from '#common/errors'
import { type ClassId, ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { type SplitCounts, totalOf } from '#common/split'
import type { AnnotationJobRepository } from '../../annotation/jobs/ports.ts'
import { statusOf } from '../../annotation/jobs/rules.ts'
import type { Project, ProjectRepository } from '../../dataset/projects/ports.ts'
import type { Notes } from '../../ports.ts'
import { type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { PlannedMove, SplitImage, SplitRepository } from './ports.ts'
import { countSplits, countsGroups, inGroups, isShuffle, planMoves } from './rules.ts'
import { seededShuffle } from './shuffle.ts'

export type SplitService = ReturnType<typeof splitService>

interface Dependencies {
  readonly splits: SplitRepository
  readonly projects: ProjectRepository
  readonly jobs: Pick<AnnotationJobRepository, 'jobs'>
  readonly runner: TaskRunner
  readonly notes: Notes
}

const Input = z.object({ projectId: z.string(), project: ProjectSlug, request: RebalanceRequest })

/** Rebalancing the split of a project: the preview and the task plan with the same seed, so they move the same images. */
export function splitService({ splits, projects, jobs, runner, notes }: Dependencies) {
  const work: TaskWork = {
    kind: 'rebalance',
    afterCrash: 'resume',
    async run(input, { taskId, signal, report }) {
      const { projectId, project, request } = Input.parse(input)
      const id = brand<Project['id']>(projectId)
      const images = await imagesFor(id, request)
      signal.throwIfAborted()
      const moves = planMoves(images, request, seededShuffle(request.seed))
      report({ current: 0, total: moves.length })
      const { moved, after } = await splits.apply(id, taskId, moves)
      report({ current: moved, total: moved })
      notes.publish({ kind: 'images', project })
      return { moved, splits: after, project }
    },
  }

  async function imagesFor(id: Project['id'], request: RebalanceRequest): Promise<SplitImage[]> {
    const listed = countsGroups(request) ? await jobs.jobs({ id }) : []
    const completed = listed.filter(({ counts, reviewer }) => statusOf(counts, reviewer) === 'complete')
    return inGroups(await splits.images(id), new Set(completed.map((job) => job.id)))
  }

  async function check(project: Project, request: RebalanceRequest): Promise<Result<undefined, Refusal>> {
    if (totalOf(request.shares) === 0) {
      return refuse('splits-all-zero')
    }
    const known = new Set((await projects.classes(project.id)).map(({ id }) => id))
    const unknown = request.classes.find((id) => !known.has(id))
    return unknown ? refuse('class-name-unknown', { class: unknown, project: project.name }) : ok(undefined)
  }

  async function preview(
    project: Project,
    request: RebalanceRequest,
    page: { offset: number; limit: number },
  ): Promise<Result<RebalancePreview, Refusal>> {
    const sound = await check(project, request)
    if (!sound.ok) return sound
    const images = await imagesFor(project.id, request)
    const planned = planMoves(images, request, seededShuffle(request.seed))
    const window = planned.slice(page.offset, page.offset + page.limit)
    const names = await splits.names(
      project.id,
      window.map(({ image }) => image),
    )
    const why = isShuffle(request) ? 'shuffled' : 'over-share'
    const moves = window.map((move): Move => ({ ...move, name: names.get(move.image) ?? '', why }))
    const after = moved(images, planned)
    const classes = (await projects.classes(project.id)).map(({ id }) => ({
      id,
      now: countClass(images, id),
      after: countClass(after, id),
    }))
    return ok({ now: countSplits(images), after: countSplits(after), total: planned.length, moves, classes })
  }

  async function start(project: Project, request: RebalanceRequest): Promise<Result<TaskId, Refusal>> {
    const sound = await check(project, request)
    if (!sound.ok) return sound
    const input = { projectId: project.id, project: project.slug, request }
    const { train, valid, test } = request.shares
    const title = message('title-rebalance-to', { train, valid, test })
    const task = { workspace: project.workspace, projectId: project.id, kind: 'rebalance' as const, title, input }
    const taskId = await runner.create(task)
    runner.begin(taskId, 'rebalance', input)
    return ok(taskId)
  }

  async function undo(project: Project, taskId: TaskId): Promise<number> {
    const back = await splits.undo(project.id, taskId)
    if (back > 0) notes.publish({ kind: 'images', project: project.slug })
    return back
  }

  return { work, preview, start, undo }
}

function moved(images: readonly SplitImage[], moves: readonly PlannedMove[]): SplitImage[] {
  const to = new Map(moves.map((move) => [move.image, move.to]))
  return images.map((image) => ({ ...image, split: to.get(image.id) ?? image.split }))
}

function countClass(images: readonly SplitImage[], id: ClassId): SplitCounts {
  return countSplits(images.filter(({ classes }) => classes.includes(id)))
}
