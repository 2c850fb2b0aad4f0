import { SPLITS, type Split, type SplitCounts } from '#common/split'
import { Button } from '#renderer/ui/controls/button'
import { NumberField } from '#renderer/ui/controls/number-field'
import { SPLIT_NAMES, SplitDot } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import styles from './share-fields.module.css'
import { USUAL_SHARES } from './shares.ts'
import { takenAs } from './words.ts'

interface ShareFieldsProps {
  readonly shares: SplitCounts
  readonly onShares: (shares: SplitCounts) => void
}

/** The shares as numbers; they need not sum to 100. */
export function ShareFields({ shares, onShares }: ShareFieldsProps) {
  const set = (split: Split) => (value: number) => onShares({ ...shares, [split]: value })
  const isUsual = SPLITS.every((split) => shares[split] === USUAL_SHARES[split])
  return (
    <div className={styles.fields}>
      {SPLITS.map((split) => (
        <span key={split} className={styles.field}>
          <SplitDot split={split} />
          <NumberField
            label={t('{{split}} share', { split: SPLIT_NAMES[split] })}
            hideLabel
            size="small"
            unit="%"
            minValue={0}
            maxValue={100}
            value={shares[split]}
            onChange={set(split)}
          />
        </span>
      ))}
      <Button variant="quiet" size="small" isDisabled={isUsual} onPress={() => onShares(USUAL_SHARES)}>
        {t('Use {{shares}}', { shares: '70 / 20 / 10' })}
      </Button>
      <span className={styles.note}>{takenAs(shares)}</span>
    </div>
  )
}
