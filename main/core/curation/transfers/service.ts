import { z } from 'zod'
import { brand } from '#common/border'
import { type TransferForecast, type TransferResult, TransferWay } from '#common/contract/browse/transfers'
import type { PickedImages } from '#common/contract/exports'
import { type Refusal, refuse } from '#common/errors'
import { type BulkActId, type ClassId, ImageId, ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { Workspace, WorkspaceRepository } from '../../access/workspaces/ports.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { ProjectRepository } from '../../dataset/projects/ports.ts'
import type { Clock, Notes } from '../../ports.ts'
import { Refused, type TaskContext, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { TransferRepository, TransferRoute, TransferSurvey } from './ports.ts'
import { addLosses, NO_LOSSES } from './rules.ts'

export type TransferService = ReturnType<typeof transferService>

interface Dependencies {
  readonly transfers: TransferRepository
  readonly images: Pick<ImageService, 'ids'>
  readonly projects: Pick<ProjectRepository, 'find' | 'classes'>
  readonly workspaces: Pick<WorkspaceRepository, 'first'>
  readonly runner: TaskRunner
  readonly clock: Clock
  readonly notes: Notes
  /** Lets others be served between two pieces. */
  readonly breathe: () => Promise<void>
}

const Input = z.object({
  project: ProjectSlug,
  target: ProjectSlug,
  way: TransferWay,
  images: z.array(ImageId),
})
type Input = z.infer<typeof Input>

/** Images that are looked at in one go before a transfer. */
const LOOKED_AT = 200
/** Open screens are told of so many images at a time. */
const TOLD_EVERY = 2000

/** Takes images with their labels over into another project of the workspace. */
export function transferService(dependencies: Dependencies) {
  const { transfers, images, projects, workspaces, runner, clock, notes, breathe } = dependencies

  const work: TaskWork = {
    kind: 'transfer',
    // Every image notes that it went over in the same moment.
    afterCrash: 'resume',
    // It reads nothing that came from outside, and half of it is worse than another start.
    mostCrashes: 10,
    async run(raw, context) {
      const input = Input.parse(raw)
      const id = actOf(context.taskId)
      if ((await transfers.find(id)) === undefined) await begin(input, context)
      await carryAll(id, input, context)
      tell(input)
      return resultOf(id, input.project)
    },
    async abandon(raw, taskId) {
      await transfers.stop(actOf(taskId))
      tell(Input.parse(raw))
    },
  }

  async function begin(input: Input, { taskId, signal, report }: TaskContext): Promise<void> {
    report({ current: 0, total: input.images.length })
    const route = await routeOf(input)
    const { classes, images: picked } = await survey(route, input.images, signal)
    const known = await projects.classes(route.from.id)
    const fresh = known.filter(({ id }) => classes.has(id)).map(({ id }) => id)
    const transfer = { id: actOf(taskId), route, way: input.way, picked, classes: fresh, madeAt: clock.now() }
    await transfers.begin(transfer, input.images)
  }

  async function routeOf({ project, target }: Input): Promise<TransferRoute> {
    const workspace = await workspaces.first()
    const from = workspace && (await projects.find(workspace, project))
    const into = workspace && (await projects.find(workspace, target))
    if (from === undefined || into === undefined) throw new Refused(message('task-project-gone'))
    return { from, into }
  }

  async function carryAll(id: BulkActId, input: Input, { signal, report }: TaskContext): Promise<void> {
    const stored = await transfers.find(id)
    const total = stored?.total ?? 0
    let current = stored?.passed ?? 0
    for (;;) {
      report({ current, total })
      signal.throwIfAborted()
      const passed = await transfers.step(id)
      if (passed === 'over') return
      if (passed === 'target-gone') throw new Refused(message('target-project-in-trash'))
      if (Math.floor(current / TOLD_EVERY) < Math.floor((current + passed) / TOLD_EVERY)) tell(input)
      current += passed
      await breathe()
    }
  }

  async function resultOf(id: BulkActId, project: ProjectSlug): Promise<TransferResult> {
    const over = await transfers.find(id)
    if (over === undefined) throw new Refused(message('transfer-record-gone'))
    const { images: gone, there, losses, way, target } = over
    return { project, way, target, act: gone === 0 ? null : id, images: gone, there, losses }
  }

  function tell({ project, target }: Pick<Input, 'project' | 'target'>): void {
    for (const each of [project, target]) {
      notes.publish({ kind: 'images', project: each })
      notes.publish({ kind: 'classes', project: each })
    }
  }

  /** A few images at a time, so that others are served in between. */
  async function survey(
    route: TransferRoute,
    chosen: readonly ImageId[],
    signal: AbortSignal | undefined,
  ): Promise<TransferSurvey> {
    let sum: TransferSurvey = { images: 0, there: 0, classes: new Set<ClassId>(), losses: NO_LOSSES }
    for (let from = 0; from < chosen.length; from += LOOKED_AT) {
      signal?.throwIfAborted()
      const some = await transfers.survey(route, chosen.slice(from, from + LOOKED_AT))
      sum = {
        images: sum.images + some.images,
        there: sum.there + some.there,
        classes: sum.classes.union(some.classes),
        losses: addLosses(sum.losses, some.losses),
      }
      await breathe()
    }
    return sum
  }

  /** Expected outcome of a transfer; nothing is written. */
  async function forecast(
    route: TransferRoute,
    picked: PickedImages,
    signal?: AbortSignal,
  ): Promise<Result<TransferForecast, Refusal>> {
    const sound = checkRoute(route)
    if (!sound.ok) return sound
    const { classes, ...counts } = await survey(route, await chosenOf(route, picked), signal)
    const known = await projects.classes(route.from.id)
    return ok({ ...counts, classes: known.filter(({ id }) => classes.has(id)).map(({ name }) => name) })
  }

  async function chosenOf({ from }: TransferRoute, picked: PickedImages): Promise<readonly ImageId[]> {
    return 'images' in picked ? picked.images : images.ids(from, picked.filter, 'added')
  }

  /** Starts the task; its identifier is that of the act too. */
  async function start(
    workspace: Workspace,
    route: TransferRoute,
    { picked, way }: { readonly picked: PickedImages; readonly way: TransferWay },
  ): Promise<Result<TaskId, Refusal>> {
    const sound = checkRoute(route)
    if (!sound.ok) return sound
    const { from, into } = route
    const chosen = await chosenOf(route, picked)
    const input: Input = { project: from.slug, target: into.slug, way, images: [...chosen] }
    const title = message(TITLES[way], { count: chosen.length, name: into.name })
    const task = { workspace: workspace.row, projectId: from.id, kind: 'transfer' as const, title, input }
    const taskId = await runner.create(task)
    runner.begin(taskId, 'transfer', input)
    return ok(taskId)
  }

  return { work, forecast, start }
}

function actOf(task: TaskId): BulkActId {
  return brand<BulkActId>(task)
}

const TITLES = { copy: 'title-copy-images', move: 'title-move-images' } as const satisfies Record<TransferWay, string>

function checkRoute({ from, into }: TransferRoute): Result<undefined, Refusal> {
  if (from.id !== into.id) return ok(undefined)
  return refuse('images-already-in-project', { project: from.name })
}
