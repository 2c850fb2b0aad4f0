import { useQuery } from '@tanstack/react-query'
import type { RebalanceRequest } from '#common/contract/splits'
import type { ProjectSlug } from '#common/ids'
import { totalOf } from '#common/split'
import { Segmented } from '#renderer/kit/controls/segmented'
import { Switch } from '#renderer/kit/controls/switch'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { plural } from '#renderer/kit/format'
import { Dialog } from '#renderer/kit/overlay/dialog'
import { queries } from '#renderer/kit/studio/queries'
import { useAbility, useOtherMachine } from '#renderer/kit/studio/use-ability'
import { ClassBalance } from './class-balance.tsx'
import { MovesList } from './moves-list.tsx'
import styles from './rebalance-dialog.module.css'
import { RebalanceActions, RebalanceFacts } from './rebalance-foot.tsx'
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
  { value: 'rebalance', label: 'Move as few as possible' },
  { value: 'shuffle', label: 'Shuffle everything' },
] as const

/** Which picture lies in which split, changed as a whole: what will move is shown before it does. */
export function RebalanceDialog({ project, onClose }: RebalanceDialogProps) {
  const [request, change] = useRequest()
  const { preview, isCurrent, error } = useRebalancePreview(project, request)
  const { data: classes = [] } = useQuery(queries.classes(project))
  const can = useAbility()
  const there = useOtherMachine()
  const run = useRun(project, onClose)
  return (
    <Dialog
      title="Rebalance the split"
      subtitle="Changes the project. The next version uses it; versions you already made stay as they are."
      size={can('rebalance-moves') ? 'large' : 'medium'}
      {...(can('rebalance-moves') && { height: 716 })}
      isFlush
      onClose={onClose}
      facts={<RebalanceFacts run={run} />}
      actions={
        <RebalanceActions run={run} request={request} preview={isCurrent ? preview : undefined} onClose={onClose} />
      }
    >
      <Shares project={project} request={request} onChange={change} />
      <div className={can('rebalance-moves') ? styles.columns : undefined}>
        <div className={can('rebalance-moves') ? styles.left : undefined}>
          {totalOf(request.shares) === 0 ? (
            <EmptyState title="Nothing to move" text="The shares sum to 0. Give at least one part a share." />
          ) : (
            <>
              {error !== null && <ErrorLine error={error} className={styles.error} />}
              {preview !== undefined && can('rebalance-moves') && (
                <MovesList project={project} request={request} preview={preview} />
              )}
              {preview !== undefined && there !== undefined && <MovesThere total={preview.total} host={there.host} />}
            </>
          )}
        </div>
        {can('rebalance-moves') && (
          <div className={styles.side}>
            <ClassBalance
              classes={classes}
              balance={preview?.classes ?? []}
              chosen={request.classes}
              onChoose={(chosen) => change({ classes: chosen })}
            />
            <BatchSwitch request={request} onChange={(grouping) => change({ grouping })} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Another machine chooses the pictures itself. */
function MovesThere({ total, host }: { readonly total: number; readonly host: string }) {
  const images = plural(total, 'image')
  const text = `${host} chooses which, and its API cannot undo it: give other shares to move them again.`
  return total === 0 ? (
    <EmptyState title="Nothing to move" text="The split is already like this." />
  ) : (
    <EmptyState title={`${images} ${total === 1 ? 'moves' : 'move'}`} text={text} />
  )
}

interface SharesProps {
  readonly project: ProjectSlug
  readonly request: RebalanceRequest
  readonly onChange: (part: Partial<RebalanceRequest>) => void
}

function Shares({ project, request, onChange }: SharesProps) {
  const { shares, mode } = request
  const can = useAbility()
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
        {can('rebalance-moves') && (
          <Segmented label="How to move" options={MODES} value={mode} onChange={(next) => onChange({ mode: next })} />
        )}
      </div>
      {missed !== undefined && <p className={styles.missed}>{missed}</p>}
    </div>
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
          Shuffle each batch separately
          <span className={styles.hint}>
            {isShuffle ? 'Every batch gets the shares for itself.' : 'Only when shuffling everything.'}
          </span>
        </span>
      </Switch>
    </div>
  )
}
