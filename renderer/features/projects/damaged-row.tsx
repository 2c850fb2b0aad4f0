import { Ellipsis, Trash2 } from 'lucide-react'
import type { DamagedProject } from '#common/contract/projects'
import { useAbility } from '#renderer/data/use-ability'
import { useTrashProject } from '#renderer/features/trash/entrance/use-move-to-trash'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { Menu } from '#renderer/ui/overlay/menu'
import { t } from '#renderer/words/words'
import { indented } from './indent.ts'
import styles from './projects.module.css'

interface DamagedRowProps {
  readonly project: DamagedProject
  /** How deep in folders it lies. */
  readonly depth: number
}

/** A project that is damaged in the database: it leads nowhere, and can be moved to the trash. */
export function DamagedRow({ project: { slug, name }, depth }: DamagedRowProps) {
  const moveToTrash = useTrashProject()
  const can = useAbility()
  const remove = {
    id: 'trash',
    writes: 'projects' as const,
    label: t('Move project to trash'),
    mark: <Trash2 />,
    onAction: () => moveToTrash(slug, name),
  }
  return (
    <div className={styles.item} style={indented(depth)}>
      <div className={cx(styles.row, styles.inert)}>
        <span className={styles.covers}>
          {[0, 1, 2].map((place) => (
            <span key={place} className={cx(styles.cell, styles.blank)} />
          ))}
        </span>
        <span className="truncate">
          <span className={cx(styles.name, 'truncate')}>{name}</span>
          <span className={styles.damaged}>{t('Damaged')}</span>
        </span>
        <span className={cx(styles.remedy, 'caption')}>
          {t('The project is damaged in the database. Move it to the trash, or restore the library from a backup.')}
        </span>
      </div>
      {can('trash') && (
        <div className={styles.menu}>
          <Menu
            label={t('What to do with {{name}}', { name })}
            placement="bottom end"
            entries={[remove]}
            trigger={<IconButton icon={Ellipsis} label={t('More of {{name}}', { name })} />}
          />
        </div>
      )}
    </div>
  )
}
