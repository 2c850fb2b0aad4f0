import { PencilRuler, Scale, ScanSearch, Sparkles, Tag, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import type { ImageId, ProjectSlug } from '#common/ids'
import { SPLITS } from '#common/split'
import { useAbility } from '#renderer/data/use-ability'
import { personName } from '#renderer/ui/app/person'
import { Button } from '#renderer/ui/controls/button'
import { SPLIT_NAMES, SplitDot } from '#renderer/ui/display/marks'
import { Menu } from '#renderer/ui/overlay/menu'
import { PickedBar } from '#renderer/ui/overlay/picked-bar'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { BatchDialog } from '../bulk/batch-dialog.tsx'
import { ReasonDialog } from '../bulk/reason-dialog.tsx'
import { TagDialog } from '../bulk/tag-dialog.tsx'
import { TransferDialog } from '../transfer/transfer-dialog.tsx'
import { MoreMenu } from './more-menu.tsx'
import { clear, type SelectionStore } from './selection.ts'
import { type PickedActs, usePickedActs } from './use-picked-acts.ts'

export interface SelectionBarProps {
  readonly project: ProjectSlug
  readonly selection: SelectionStore
  /** Images of the query. */
  readonly total: number | undefined
  readonly onAnnotate: (images: readonly ImageId[]) => void
  readonly onExport: (images: readonly ImageId[]) => void
  readonly onModelLabels: (images: readonly ImageId[]) => void
  readonly onFindAlike: (image: ImageId) => void
  readonly onInvert: () => void
}

/** Commands for the selection; floats only while anything is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { project, selection, total, onAnnotate } = props
  const picked = usePickedActs(project, [...useStore(selection, (state) => state.picked)], selection)
  const { images, act, ask } = picked
  if (images.length === 0) return null
  return (
    <>
      <PickedBar
        label={t('Selected images')}
        amount={t('{{picked}} of {{total}} selected', {
          picked: count(images.length),
          total: count(Math.max(total ?? 0, images.length)),
        })}
        onClear={() => clear(selection)}
      >
        <Button size="small" variant="quiet" onPress={() => onAnnotate(images)}>
          <PencilRuler />
          {t('Annotate')}
        </Button>
        <MachineActs {...props} images={images} />
        <ChangingActs {...picked} />
        <MoreMenu
          {...props}
          images={images}
          onAct={act}
          onBatch={() => ask('batch')}
          onTransfer={ask}
          onReject={() => ask('reason')}
          onApprove={() => act({ kind: 'review', verdict: 'approved', reason: '', by: personName() })}
        />
      </PickedBar>
      <Asked {...picked} project={project} onLeave={() => clear(selection)} />
    </>
  )
}

interface MachineActsProps extends Pick<SelectionBarProps, 'onModelLabels' | 'onFindAlike'> {
  readonly images: readonly ImageId[]
}

function MachineActs({ images, onModelLabels, onFindAlike }: MachineActsProps) {
  const can = useAbility()
  const [only, ...others] = images
  return (
    <>
      {can('model-labels') && (
        <Button writes="projects" size="small" variant="quiet" onPress={() => onModelLabels(images)}>
          <Sparkles />
          {t('Label|act')}
        </Button>
      )}
      {can('find-alike') && only !== undefined && others.length === 0 && (
        <Button size="small" variant="quiet" onPress={() => onFindAlike(only)}>
          <ScanSearch />
          {t('Find similar')}
        </Button>
      )}
    </>
  )
}

function ChangingActs({ running, act, ask, moveToTrash }: PickedActs) {
  const can = useAbility()
  if (!can('bulk-acts')) return null
  return (
    <>
      <Menu
        label={t('Move to split')}
        placement="top"
        trigger={
          <Button size="small" variant="quiet" isPending={running === 'split'}>
            <Scale />
            {t('Split|of an image')}
          </Button>
        }
        entries={SPLITS.map((split) => ({
          id: split,
          writes: 'projects' as const,
          label: SPLIT_NAMES[split],
          mark: <SplitDot split={split} />,
          onAction: () => act({ kind: 'split', split }),
        }))}
      />
      <Button writes="projects" size="small" variant="quiet" isPending={running === 'tag'} onPress={() => ask('tags')}>
        <Tag />
        {t('Tag|act')}
      </Button>
      <Button writes="projects" size="small" variant="quiet" isPending={running === 'trash'} onPress={moveToTrash}>
        <Trash2 />
        {t('Move to trash')}
      </Button>
    </>
  )
}

interface AskedProps extends PickedActs {
  readonly project: ProjectSlug
  /** Opens the transfer of the selected images to another project. */
  readonly onLeave: () => void
}

/** The dialog of an act that needs a name or a place. */
function Asked({ project, images, asking, ask, act, onLeave }: AskedProps) {
  const asked = { project, images: images.length, onClose: () => ask(undefined) }
  if (asking === 'tags') {
    return (
      <TagDialog {...asked} onTag={({ add, remove }) => act({ kind: 'tag', add: [...add], remove: [...remove] })} />
    )
  }
  if (asking === 'reason') {
    return (
      <ReasonDialog
        {...asked}
        onReject={(reason) => act({ kind: 'review', verdict: 'rejected', reason, by: personName() })}
      />
    )
  }
  if (asking === 'move' || asking === 'copy') {
    const { onClose } = asked
    const onStarted = () => asking === 'move' && onLeave()
    return <TransferDialog {...{ project, images, onClose, onStarted }} way={asking} />
  }
  return asking === 'batch' ? <BatchDialog {...asked} onMove={(name) => act({ kind: 'batch', name })} /> : null
}
