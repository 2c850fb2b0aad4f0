import type { RebalanceRequest } from '#common/contract/splits'
import type { ProjectSlug } from '#common/ids'
import { totalOf } from '#common/split'
import { useOtherMachine } from '#renderer/data/use-ability'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import { useRebalancePreview } from './use-rebalance.ts'

interface MovesThereProps {
  readonly project: ProjectSlug
  readonly request: RebalanceRequest
}

/** Known facts about the moves on a remote, which chooses the images itself. */
export function RemoteMoves({ project, request }: MovesThereProps) {
  const { preview, error } = useRebalancePreview(project, request)
  const host = useOtherMachine()?.host ?? ''
  if (totalOf(request.shares) === 0) {
    return <EmptyState title={t('Nothing to move')} text={t('At least one split needs a share above 0.')} />
  }
  if (preview === undefined) return error === null ? null : <ErrorLine error={error} />
  if (preview.total === 0)
    return <EmptyState title={t('Nothing to move')} text={t('The split is already like this.')} />
  return (
    <EmptyState
      title={t('{{count}} images move', { count: preview.total })}
      text={t('{{host}} chooses which images move. Its API cannot undo this; enter other shares to move them again.', {
        host,
      })}
    />
  )
}
