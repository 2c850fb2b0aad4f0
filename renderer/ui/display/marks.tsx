import { SPLITS, type Split, type SplitCounts, totalOf } from '#common/split'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { rem } from '../app/ui-scale.ts'
import { cx } from '../cx.ts'
import { classColor, isHatched } from './class-color.ts'
import styles from './marks.module.css'

export type Tone = 'ok' | 'warn' | 'danger' | 'machine' | 'accent' | 'off'

/** The dot of a state; the word stands beside it. */
export function StateDot({ tone }: { readonly tone: Tone }) {
  return <i className={cx(styles.dot, tone !== 'off' && styles[tone])} aria-hidden />
}

export const SPLIT_NAMES: Readonly<Record<Split, string>> = {
  train: t('Train'),
  valid: t('Valid'),
  test: t('Test'),
}

/** The dot of a split, with its accessible name. */
export function SplitDot({ split }: { readonly split: Split }) {
  return <i className={cx(styles.split, styles[split])} role="img" aria-label={SPLIT_NAMES[split]} />
}

/** The dot and name of a split. */
export function SplitName({ split }: { readonly split: Split }) {
  return (
    <span className={styles.word}>
      <i className={cx(styles.split, styles[split])} aria-hidden />
      {SPLIT_NAMES[split]}
    </span>
  )
}

export interface SplitBarProps {
  readonly counts: SplitCounts
  readonly height?: number | undefined
}

/** The three splits to scale, side by side. */
export function SplitBar({ counts, height = 4 }: SplitBarProps) {
  const total = totalOf(counts)
  const words = SPLITS.map((split) => `${SPLIT_NAMES[split]} ${count(counts[split])}`).join(', ')
  return (
    <div className={styles.bar} style={{ height: rem(height) }} role="img" aria-label={words}>
      {total > 0 &&
        SPLITS.filter((split) => counts[split] > 0).map((split) => (
          <span key={split} className={styles[split]} style={{ flex: counts[split] / total }} />
        ))}
    </div>
  )
}

/** The square color swatch of a class. After twelve classes the colors repeat, hatched. */
export function ClassSwatch({ color, size = 10 }: { readonly color: number; readonly size?: number | undefined }) {
  return (
    <i
      className={cx(styles.swatch, isHatched(color) && styles.hatched)}
      style={{ backgroundColor: classColor(color), width: rem(size), height: rem(size) }}
      aria-hidden
    />
  )
}
