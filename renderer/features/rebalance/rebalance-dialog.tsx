import { useQuery } from '@tanstack/react-query'
import type { RebalanceRequest } from '#common/contract/splits'
import type { ProjectSlug } from '#common/ids'
import { totalOf } from '#common/split'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Switch } from '#renderer/ui/controls/switch'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { ClassBalance } from './class-balance.tsx'
import { MovesList } from './moves-list.tsx'
import styles from './rebalance-dialog.module.css'
import { RebalanceActions, RebalanceFacts } from './rebalance-foot.tsx'
import { RemoteMoves } from './remote-moves.tsx'
import { ShareFields } from './share-fields.tsx'
import { idealCounts } from './shares.ts'
import { SplitBars } from './split-bars.tsx'
import { useRebalancePreview, useRequest } from './use-rebalance.ts'
import { useRun } from './use-run.ts'
import { missedSentence } from './words.ts'

export interface RebalanceDialogProps {
  readonly project: ProjectSlug
  readonly onClose: () => void
}

const MODES = [
  { value: 'rebalance', label: t('Move as few as possible') },
  { value: 'shuffle', label: t('Shuffle everything') },
] as const

/** Which image lies in which split, changed as a whole: what will move is shown before it does. */
export function RebalanceDialog({ project, onClose }: RebalanceDialogProps) {
  const [request, change] = useRequest()
  const { preview, isCurrent } = useRebalancePreview(project, request)
  const isShown = useAbility()('rebalance-moves')
  const run = useRun(project, onClose)
  return (
    <Dialog
      title={t('Rebalance the split')}
      subtitle={t('Changes the project. The next version uses it; versions you already made stay as they are.')}
      size={isShown ? 'large' : 'medium'}
      {...(isShown && { height: 716 })}
      isFlush
      onClose={onClose}
      facts={<RebalanceFacts run={run} />}
      actions={
        <RebalanceActions run={run} request={request} preview={isCurrent ? preview : undefined} onClose={onClose} />
      }
    >
      <Shares project={project} request={request} onChange={change} />
      {isShown ? (
        <MovesHere project={project} request={request} onChange={change} />
      ) : (
        <RemoteMoves project={project} request={request} />
      )}
    </Dialog>
  )
}

/** Which images move, and what that does to each class. */
function MovesHere({ project, request, onChange }: SharesProps) {
  const { preview, error } = useRebalancePreview(project, request)
  const { data: classes = [] } = useQuery(queries.classes(project))
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        {totalOf(request.shares) === 0 ? (
          <EmptyState title={t('Nothing to move')} text={t('At least one split needs a share above 0.')} />
        ) : (
          <>
            {error !== null && <ErrorLine error={error} className={styles.error} />}
            {preview !== undefined && <MovesList project={project} request={request} preview={preview} />}
          </>
        )}
      </div>
      <div className={styles.side}>
        <ClassBalance
          classes={classes}
          balance={preview?.classes ?? []}
          chosen={request.classes}
          onChoose={(chosen) => onChange({ classes: chosen })}
        />
        <BatchSwitch request={request} onChange={(grouping) => onChange({ grouping })} />
      </div>
    </div>
  )
}

interface SharesProps {
  readonly project: ProjectSlug
  readonly request: RebalanceRequest
  readonly onChange: (part: Partial<RebalanceRequest>) => void
}

function Shares({ project, request, onChange }: SharesProps) {
  const { shares, mode } = request
  const { preview, isCurrent } = useRebalancePreview(project, request)
  const { data: summary } = useQuery(queries.project(project))
  const now = preview?.now ?? summary?.splits ?? NO_IMAGES
  const after = isCurrent && preview !== undefined ? preview.after : undefined
  const missed = after && missedSentence(request, after)
  return (
    <div className={styles.top}>
      <SplitBars
        now={now}
        after={after ?? idealCounts(totalOf(now), shares)}
        shares={shares}
        onShares={(next) => onChange({ shares: next })}
      />
      <div className={styles.choices}>
        <ShareFields shares={shares} onShares={(next) => onChange({ shares: next })} />
        <Modes mode={mode} onChange={onChange} />
      </div>
      {missed !== undefined && <p className={styles.missed}>{missed}</p>}
    </div>
  )
}

function Modes({ mode, onChange }: Pick<SharesProps, 'onChange'> & Pick<RebalanceRequest, 'mode'>) {
  const can = useAbility()
  if (!can('rebalance-moves')) return null
  return (
    <Segmented label={t('How to move')} options={MODES} value={mode} onChange={(next) => onChange({ mode: next })} />
  )
}

const NO_IMAGES = { train: 0, valid: 0, test: 0 } as const

interface BatchSwitchProps {
  readonly request: RebalanceRequest
  readonly onChange: (grouping: RebalanceRequest['grouping']) => void
}

function BatchSwitch({ request, onChange }: BatchSwitchProps) {
  const isShuffle = request.mode === 'shuffle'
  return (
    <div className={styles.batch}>
      <Switch
        className={styles.batchSwitch}
        isDisabled={!isShuffle}
        isSelected={isShuffle && request.grouping === 'batch'}
        onChange={(on) => onChange(on ? 'batch' : 'global')}
      >
        <span>
          {t('Shuffle each batch and completed job separately')}
          <span className={styles.hint}>
            {isShuffle
              ? t('Each is split on its own. Images of a completed annotation job form a group of their own.')
              : t('Only when shuffling everything.')}
          </span>
        </span>
      </Switch>
    </div>
  )
}
