import type { RebalancePreview, RebalanceRequest } from '#common/contract/splits'
import { refuse } from '#common/errors'
import type { ProjectSlug, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import { totalOf } from '#common/split'
import { fewestMoves, targetCounts } from '../curation/splits/rules.ts'
import type { Outcome } from '../management/outcome.ts'
import type { Remote } from './ports.ts'
import type { RemoteProjects } from './projects.ts'
import type { RemoteTasks } from './tasks.ts'

interface Dependencies extends Remote {
  readonly projects: RemoteProjects
  readonly tasks: RemoteTasks
}

/** Rebalancing on another machine, with as few moves as possible: that machine chooses the images, so only counts are known before. */
export function remoteSplits({ host, management, projects, tasks }: Dependencies) {
  async function preview(project: ProjectSlug, request: RebalanceRequest): Outcome<RebalancePreview> {
    const checked = check(request)
    if (!checked.ok) return checked
    const summary = await projects.summary(project)
    if (!summary.ok) return summary
    const now = summary.value.splits
    const after = targetCounts(totalOf(now), request.shares)
    return ok({ now, after, total: fewestMoves(now, after), moves: [], classes: [] })
  }

  async function start(project: ProjectSlug, request: RebalanceRequest): Outcome<TaskId> {
    const checked = check(request)
    if (!checked.ok) return checked
    const wanted = { shares: request.shares, mode: 'rebalance', grouping: 'global', classes: [] } as const
    const started = await management.rebalance(project, wanted)
    if (!started.ok) return started
    return ok(tasks.follow(started.value, { kind: 'rebalance', project, title: message('title-rebalance') }))
  }

  function check({ shares, mode, classes }: RebalanceRequest) {
    if (totalOf(shares) === 0) return refuse('splits-all-zero')
    if (mode === 'rebalance' && classes.length === 0) return ok(undefined)
    return refuse('remote-cannot-preview-split', { host })
  }

  return { preview, start }
}
