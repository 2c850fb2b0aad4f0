import { brand } from '#common/border'
import type { BulkAct, BulkDone } from '#common/contract/browse/bulk'
import type { PickedImages } from '#common/contract/exports'
import { type Refusal, refuse } from '#common/errors'
import type { BulkActId, ImageId, ProjectSlug } from '#common/ids'
import { ok, type Result } from '#common/result'
import { isPlainName } from '#common/text'
import { MAX_BATCH_NAME } from '../../annotation/jobs/rules.ts'
import { isDamagedRow } from '../../damaged-row.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { isIdle, readTagging } from '../../dataset/tagging/rules.ts'
import type { Clock, Notes, Random } from '../../ports.ts'
import type { TaskRunner } from '../../tasks/ports.ts'
import type { BulkRepository, PreparedAct } from './ports.ts'
import { turns } from './turns.ts'
import { bulkUndo } from './undo.ts'

export type BulkService = ReturnType<typeof bulkService>

interface Dependencies {
  readonly bulk: BulkRepository
  readonly images: Pick<ImageService, 'ids' | 'batch'>
  readonly runner: TaskRunner
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  /** Lets others be served between two pieces. */
  readonly breathe: () => Promise<void>
  readonly logFailure: (message: string, failure: unknown) => void
}

/** Acts on many images at once, each undone as one. */
export function bulkService(dependencies: Dependencies) {
  const { bulk, images, clock, random, notes, breathe, logFailure } = dependencies
  const inTurn = turns()
  const { undo, work } = bulkUndo({ ...dependencies, inTurn, tell: tellOf })

  async function finish(id: BulkActId, project: ProjectSlug): Promise<void> {
    while ((await bulk.step(id)) !== 'over') await breathe()
    tellOf(project)
  }

  /** One that cannot go on keeps nothing else from starting. */
  async function takeUp(id: BulkActId, project: ProjectSlug): Promise<void> {
    try {
      await finish(id, project)
    } catch (failure) {
      logFailure(`The bulk action ${id} of ${project} was not finished`, failure)
      if (isDamagedRow(failure)) await bulk.giveUp(id)
    }
  }

  function tellOf(project: ProjectSlug): void {
    notes.publish({ kind: 'images', project })
    notes.publish({ kind: 'classes', project })
  }

  /** Begins an act when its turn comes, and brings it to its end. */
  function carryOut<Begun extends object>(
    project: Project,
    begin: (id: BulkActId) => Promise<Begun>,
  ): Promise<Begun & { readonly id: BulkActId }> {
    return inTurn(async () => {
      const id = brand<BulkActId>(random.id())
      const begun = await begin(id)
      await finish(id, project.slug)
      return { ...begun, id }
    })
  }

  async function run(project: Project, picked: PickedImages, act: BulkAct): Promise<Result<BulkDone, Refusal>> {
    const prepared = await prepare(project, act)
    if (!prepared.ok) return prepared
    const choose = async () => ('images' in picked ? picked.images : await images.ids(project, picked.filter, 'added'))
    return ok(toDone(await make(project, prepared.value, choose)))
  }

  function make(project: Project, act: PreparedAct, choose: () => Promise<readonly ImageId[]>) {
    return carryOut(project, async (id) =>
      bulk.begin({ id, projectId: project.id, act, madeAt: clock.now() }, await choose()),
    )
  }

  async function prepare(project: Project, act: BulkAct): Promise<Result<PreparedAct, Refusal>> {
    if (act.kind === 'tag') return prepareTags(act)
    if (act.kind === 'review' && act.verdict === 'rejected' && act.reason === '')
      return refuse('rejecting-images-needs-reason')
    if (act.kind !== 'batch') return ok(act)
    const name = act.name.trim()
    if (name === '') return refuse('batch-name-missing')
    if (!isPlainName(name)) return refuse('batch-name-not-plain')
    if (name.length > MAX_BATCH_NAME) return refuse('batch-name-too-long', { most: MAX_BATCH_NAME })
    return ok({ ...act, name, batch: await images.batch(project, name) })
  }

  return {
    work,
    run,
    carryOut,
    undo,
    /** A verdict on images that are chosen when its turn comes. A rejection needs no reason here. */
    async review(
      project: Project,
      said: Omit<SaidOfMany, 'kind'>,
      choose: () => Promise<readonly ImageId[]>,
    ): Promise<BulkDone> {
      return toDone(await make(project, { ...said, kind: 'review' }, choose))
    },
    log: (project: Project) => bulk.log(project.id),
    /** Takes up what a crash cut short. */
    async recover(): Promise<void> {
      for (const { id, project } of await bulk.unfinished()) await inTurn(() => takeUp(id, project))
    },
  }
}

export type SaidOfMany = Extract<PreparedAct, { kind: 'review' }>

function toDone({ id, images, changed }: BulkDone): BulkDone {
  return { id: changed === 0 ? null : id, images, changed }
}

function prepareTags({ add, remove }: Extract<BulkAct, { kind: 'tag' }>): Result<PreparedAct, Refusal> {
  const change = readTagging({ addTags: add, removeTags: remove })
  if (!change.ok) return change
  if (isIdle(change.value)) return refuse('tag-change-missing')
  return ok({ kind: 'tag', add: [...change.value.addTags], remove: [...change.value.removeTags] })
}
