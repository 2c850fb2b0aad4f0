import { ChevronDown, ChevronRight, Ellipsis, Folder, FolderInput, FolderPlus, PencilLine, Trash2 } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { FolderView } from '#common/contract/workspace/folders'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { Menu } from '#renderer/ui/overlay/menu'
import { t } from '#renderer/words/words'
import { type Dragged, useDragSource, useDropPlace } from './drag.ts'
import type { FolderDialog } from './folder-dialogs.tsx'
import styles from './folders.module.css'
import { indented } from './indent.ts'

interface FolderRowProps {
  readonly folder: FolderView
  readonly depth: number
  /** In it and in the folders below. */
  readonly projects: number
  readonly isClosed: boolean
  readonly onFlip: () => void
  readonly onDrop: (dragged: Dragged) => void
  readonly onOpen: (dialog: FolderDialog) => void
  readonly onRemove: () => void
}

/** The head of a folder: opens and closes it, takes what is dropped on it. */
export function FolderRow({ folder, depth, projects, isClosed, onFlip, onDrop, onOpen, onRemove }: FolderRowProps) {
  const { name } = folder
  const { isOver, place } = useDropPlace(onDrop)
  const source = useDragSource({ kind: 'folder', id: folder.id })
  const amount = t('{{count}} projects', { count: projects })
  const Chevron = isClosed ? ChevronRight : ChevronDown
  return (
    <div className={cx(styles.head, isOver && styles.over)} style={indented(depth)} {...place} {...source}>
      <AriaButton
        className={styles.flip ?? ''}
        aria-expanded={!isClosed}
        aria-label={t('Folder {{name}}, {{amount}}', { name, amount })}
        onPress={onFlip}
      >
        <Chevron />
        <Folder />
        <span className={cx(styles.name, 'truncate')}>{name}</span>
        <span className="caption text-3 num">{amount}</span>
      </AriaButton>
      <Menu
        label={t('What to do with {{name}}', { name })}
        placement="bottom end"
        trigger={<IconButton size="small" icon={Ellipsis} label={t('More of {{name}}', { name })} />}
        entries={[
          {
            id: 'new',
            writes: 'projects',
            label: t('New folder inside…'),
            mark: <FolderPlus />,
            onAction: () => onOpen({ kind: 'new', parent: folder }),
          },
          {
            id: 'rename',
            writes: 'projects',
            label: t('Rename…'),
            mark: <PencilLine />,
            onAction: () => onOpen({ kind: 'rename', folder }),
          },
          {
            id: 'move',
            writes: 'projects',
            label: t('Move to folder…'),
            mark: <FolderInput />,
            onAction: () => onOpen({ kind: 'move-folder', folder }),
          },
          { id: 'delete', writes: 'projects', label: t('Delete folder'), mark: <Trash2 />, onAction: onRemove },
        ]}
      />
    </div>
  )
}

/** The head over the projects that lie in no folder. */
export function RestRow({
  projects,
  onDrop,
}: {
  readonly projects: number
  readonly onDrop: (dragged: Dragged) => void
}) {
  const { isOver, place } = useDropPlace(onDrop)
  return (
    <div className={cx(styles.head, isOver && styles.over)} {...place}>
      <span className={cx(styles.name, 'truncate')}>{t('In no folder')}</span>
      <span className="caption text-3 num">{t('{{count}} projects', { count: projects })}</span>
    </div>
  )
}
