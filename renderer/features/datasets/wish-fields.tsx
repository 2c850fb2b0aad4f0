import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import { Segmented } from '#renderer/ui/controls/segmented'
import { TextField } from '#renderer/ui/controls/text-field'
import { PanelLabel } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import styles from './review.module.css'

interface WishFieldsProps {
  readonly plan: DatasetPlan
  readonly wish: DatasetWish
  readonly onWish: (part: Partial<DatasetWish>) => void
}

const SPLIT_CHOICES = [
  { value: 'dataset', label: t('As in the dataset') },
  { value: 'train', label: t('All to Train') },
] as const

const LABELLED_CHOICES = [
  { value: 'keep', label: t('Keep their annotations') },
  { value: 'replace', label: t('Replace them') },
] as const

function labelledWords(images: number): string {
  return t('{{count}} images are already labeled', { count: images })
}

/** Options of the import; an option that changes nothing is not offered. */
export function WishFields({ plan: { images, splits }, wish, onWish }: WishFieldsProps) {
  return (
    <div className={styles.wishes}>
      {splits.valid + splits.test > 0 && (
        <Segmented
          label={t('Splits of the new images')}
          size="small"
          isWide
          options={SPLIT_CHOICES}
          value={wish.splits}
          onChange={(chosen) => onWish({ splits: chosen })}
        />
      )}
      {images.labelled > 0 && (
        <div className={styles.choice}>
          <PanelLabel>{labelledWords(images.labelled)}</PanelLabel>
          <Segmented
            label={labelledWords(images.labelled)}
            size="small"
            isWide
            options={LABELLED_CHOICES}
            value={wish.labelled}
            onChange={(chosen) => onWish({ labelled: chosen })}
          />
        </div>
      )}
      {images.new > 0 && (
        <TextField
          label={t('Batch')}
          labelPlace="left"
          size="small"
          maxLength={120}
          value={wish.batchName}
          onChange={(name) => onWish({ batchName: name })}
        />
      )}
    </div>
  )
}
