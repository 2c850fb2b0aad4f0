import type { RebalanceRequest } from '#common/contract/splits'
import type { ProjectSlug } from '#common/ids'
import { totalOf } from '#common/split'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { plural } from '#renderer/kit/format'
import { useOtherMachine } from '#renderer/kit/studio/use-ability'
import { useRebalancePreview } from './use-rebalance.ts'

interface MovesThereProps {
  readonly project: ProjectSlug
  readonly request: RebalanceRequest
}

/** What is known of the moves on another machine, which chooses the pictures itself. */
export function MovesThere({ project, request }: MovesThereProps) {
  const { preview, error } = useRebalancePreview(project, request)
  const host = useOtherMachine()?.host ?? ''
  if (totalOf(request.shares) === 0) {
    return <EmptyState title="Nothing to move" text="The shares sum to 0. Give at least one part a share." />
  }
  if (preview === undefined) return error === null ? null : <ErrorLine error={error} />
  if (preview.total === 0) return <EmptyState title="Nothing to move" text="The split is already like this." />
  return (
    <EmptyState
      title={`${plural(preview.total, 'image')} ${preview.total === 1 ? 'moves' : 'move'}`}
      text={`${host} chooses which, and its API cannot undo it: give other shares to move them again.`}
    />
  )
}
