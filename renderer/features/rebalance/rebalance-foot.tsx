import { Undo2 } from 'lucide-react'
import type { RebalancePreview, RebalanceRequest } from '#common/contract/splits'
import { useAbility } from '#renderer/data/use-ability'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import styles from './rebalance-foot.module.css'
import type { Run } from './use-run.ts'
import { moveWords, reasonAgainst } from './words.ts'

/** Left end of the footer: what failed, how far it is, or how to get back. */
export function RebalanceFacts({ run }: { readonly run: Run }) {
  const can = useAbility()
  if (run.error !== undefined && run.error !== null) return <ErrorLine error={run.error} />
  if (!run.isBusy && !can('rebalance-moves')) return null
  if (!run.isBusy) {
    return (
      <span className={styles.undo}>
        <Undo2 />
        {t('Can be undone right after')}
      </span>
    )
  }
  const { progress } = run
  return (
    <span className={styles.progress}>
      <ProgressBar
        value={progress === null ? null : progress.current / Math.max(1, progress.total)}
        label={t('Moving images')}
      />
      {progress !== null && (
        <span className="num">{t('{{done}} of {{total}}', { done: progress.current, total: progress.total })}</span>
      )}
    </span>
  )
}

interface RebalanceActionsProps {
  readonly run: Run
  readonly request: RebalanceRequest
  /** Absent while the moves are being worked out. */
  readonly preview: RebalancePreview | undefined
  readonly onClose: () => void
}

export function RebalanceActions({ run, request, preview, onClose }: RebalanceActionsProps) {
  const total = preview?.total ?? 0
  const can = useAbility()
  const reason = reasonAgainst(request, preview)
  return (
    <>
      {run.isBusy && can('cancel-tasks') ? (
        <Button onPress={run.cancel}>{t('Stop moving')}</Button>
      ) : (
        <Button chord="Escape" onPress={onClose}>
          {t('Cancel')}
        </Button>
      )}
      <Button
        writes="projects"
        variant="primary"
        isPending={run.isBusy}
        disabledReason={reason}
        onPress={() => run.start(request, total)}
      >
        {total === 0 ? t('Move images') : moveWords(total)}
      </Button>
    </>
  )
}
