import { GridList, GridListItem } from 'react-aria-components'
import { imageUrl } from '#common/contract/urls'
import type { TrashItem } from '#common/contract/workspace/trash'
import { readOnlyNow } from '#renderer/data/read-only'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { fullMoment, moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { daysLeft, factsOf, keyOf, nameOf } from './entrance/words.ts'
import styles from './trash-list.module.css'

interface TrashListProps {
  readonly items: readonly TrashItem[]
  readonly onRestore: (item: TrashItem) => void
}

/** Arrow keys move through the rows, Enter restores. */
export function TrashList({ items, onRestore }: TrashListProps) {
  return (
    <GridList
      aria-label={t('Trash')}
      className={styles.list ?? ''}
      selectionMode="single"
      selectionBehavior="replace"
      data-panel
    >
      {items.map((item) => (
        <GridListItem
          key={keyOf(item)}
          id={keyOf(item)}
          textValue={`${nameOf(item)} ${factsOf(item).join(', ')}`}
          className={styles.row ?? ''}
          onAction={() => readOnlyNow('projects') === undefined && onRestore(item)}
        >
          <TrashRow item={item} onRestore={onRestore} />
        </GridListItem>
      ))}
    </GridList>
  )
}

function TrashRow({ item, onRestore }: { readonly item: TrashItem } & Pick<TrashListProps, 'onRestore'>) {
  const { covers, deletedAt, cleanupAt } = item
  const given = item.kind === 'version' ? item.name : ''
  return (
    <>
      <div className={styles.covers} aria-hidden>
        {[0, 1, 2].map((place) => {
          const image = covers[place]
          return image === undefined ? (
            <span key={place} className={styles.noCover} />
          ) : (
            <Image key={place} url={imageUrl(image, 'thumb')} className={styles.cover} />
          )
        })}
      </div>
      <div className={styles.words}>
        <div className={styles.name}>
          {nameOf(item)}
          {given !== '' && <span className={styles.given}>{given}</span>}
        </div>
        <div className={styles.facts}>{factsOf(item).join(' · ')}</div>
      </div>
      <div className={styles.times}>
        <div className="num">{daysLeft(cleanupAt)}</div>
        <time className={cx(styles.deleted, 'num')} dateTime={deletedAt} title={fullMoment(deletedAt)}>
          {t('Deleted {{when}}', { when: moment(deletedAt) })}
        </time>
      </div>
      <Button
        writes="projects"
        aria-label={t('Restore {{name}}', { name: nameOf(item) })}
        onPress={() => onRestore(item)}
      >
        {t('Restore')}
      </Button>
    </>
  )
}
