import type { DatasetPlan, PlannedClass } from '#common/contract/datasets'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { PanelLabel } from '#renderer/ui/display/panel'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { t } from '#renderer/words/words'
import styles from './review.module.css'

/** The classes of the labels; a new one is made by the import. */
export function ClassTable({ plan: { classes, classCount } }: { readonly plan: DatasetPlan }) {
  if (classCount === 0) return null
  const fresh = classes.filter(({ isNew }) => isNew).length
  return (
    <div className={styles.classes}>
      <div className={styles.classHead}>
        <PanelLabel>{t('{{count}} classes', { count: classCount })}</PanelLabel>
        <span className="caption text-3 num">{fresh > 0 && t('{{number}} new', { number: fresh })}</span>
      </div>
      <VirtualList
        className={styles.classRows}
        label={t('Classes in the dataset')}
        count={classes.length}
        rowHeight={24}
      >
        {(index) => <ClassRow row={classes[index]} />}
      </VirtualList>
    </div>
  )
}

function ClassRow({ row }: { readonly row: PlannedClass | undefined }) {
  if (row === undefined) return null
  const { name, color, objects, isNew, asks } = row
  const asked = asks.join(', ')
  return (
    <div className={styles.classRow}>
      <ClassSwatch color={color} />
      <span className="truncate" title={name}>
        {name}
      </span>
      <span className="truncate caption text-3" title={asked}>
        {asks.length > 0 && t('attributes: {{attributes}}', { attributes: asked })}
      </span>
      <span className={styles.fresh}>{isNew ? t('new') : ''}</span>
      <span className="num text-2">{t('{{count}} annotations', { count: objects })}</span>
    </div>
  )
}
