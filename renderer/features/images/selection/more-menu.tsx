import { Ellipsis } from 'lucide-react'
import type { BulkAct } from '#common/contract/browse/bulk'
import type { TransferWay } from '#common/contract/browse/transfers'
import type { ImageId, ProjectSlug } from '#common/ids'
import { useAbility } from '#renderer/data/use-ability'
import { useLabelling } from '#renderer/data/use-labelling'
import { setQueue } from '#renderer/ui/app/queue'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Menu, type MenuEntry } from '#renderer/ui/overlay/menu'
import { t } from '#renderer/words/words'

export interface MoreMenuProps {
  readonly project: ProjectSlug
  readonly images: readonly ImageId[]
  readonly onExport: (images: readonly ImageId[]) => void
  readonly onInvert: () => void
  readonly onAct: (act: BulkAct) => void
  readonly onBatch: () => void
  readonly onTransfer: (way: TransferWay) => void
  readonly onApprove: () => void
  readonly onReject: () => void
}

/** Less frequent commands for selected images. */
export function MoreMenu({ project, images, onAct, onExport, onInvert, ...props }: MoreMenuProps) {
  const { onApprove, onReject, onBatch, onTransfer } = props
  const can = useAbility()
  const labelling = useLabelling(project)
  const sort = () => {
    setQueue(project, images)
    navigate(projectHref(project, 'sort', { queue: 'selection' }))
  }
  const mark = (state: 'done' | 'nothing' | 'todo') => () => onAct({ kind: 'state', state })
  const marks: MenuEntry[] = [
    { id: 'done', writes: 'projects' as const, label: t('Mark as done'), onAction: mark('done') },
    { id: 'nothing', writes: 'projects' as const, label: t('Mark as background'), onAction: mark('nothing') },
    { id: 'todo', writes: 'projects' as const, label: t('Reopen'), onAction: mark('todo') },
    'separator',
    { id: 'approve', writes: 'projects' as const, label: t('Approve'), onAction: onApprove },
    { id: 'reject', writes: 'projects' as const, label: t('Request changes…'), onAction: onReject },
    'separator',
    { id: 'batch', writes: 'projects' as const, label: t('Move to a batch…'), onAction: onBatch },
  ]
  const entries: MenuEntry[] = [
    ...(can('bulk-acts') ? marks : []),
    ...(can('other-projects') ? transferEntries(onTransfer) : []),
    ...(can('sorting') && labelling === 'classes'
      ? [{ id: 'sort', writes: 'projects' as const, label: t('Sort into classes'), onAction: sort }]
      : []),
    ...(can('export-picked')
      ? [{ id: 'export', writes: 'projects' as const, label: t('Export…'), onAction: () => onExport(images) }]
      : []),
    { id: 'invert', label: t('Invert the selection'), chord: 'Mod+I', onAction: onInvert },
  ]
  return (
    <Menu
      label={t('More actions')}
      placement="top end"
      entries={entries}
      trigger={<IconButton size="small" icon={Ellipsis} label={t('More actions')} placement="top" />}
    />
  )
}

function transferEntries(onTransfer: (way: TransferWay) => void): readonly MenuEntry[] {
  return [
    {
      id: 'move',
      writes: 'projects' as const,
      label: t('Move to another project…'),
      chord: 'M',
      onAction: () => onTransfer('move'),
    },
    {
      id: 'copy',
      writes: 'projects' as const,
      label: t('Copy to another project…'),
      chord: 'C',
      onAction: () => onTransfer('copy'),
    },
    'separator',
  ]
}
