import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import type { TaskId } from '#common/ids'
import { SPLITS } from '#common/split'
import { sentenceOf } from '#renderer/data/sentence'
import { Select } from '#renderer/ui/controls/select'
import { SplitBar, SplitName } from '#renderer/ui/display/marks'
import { PanelLabel } from '#renderer/ui/display/panel'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { ClassTable } from './class-table.tsx'
import { Problems } from './problems.tsx'
import styles from './review.module.css'
import { Samples } from './samples.tsx'
import { WishFields } from './wish-fields.tsx'
import { type Figure, formatWords, imageFigures, labelFigures } from './words.ts'

interface ReviewProps {
  readonly dataset: TaskId
  readonly check: TaskId
  readonly plan: DatasetPlan
  /** Files that did not reach the core. */
  readonly unsent: readonly { readonly path: string; readonly reason: string }[]
  readonly wish: DatasetWish
  readonly onWish: (part: Partial<DatasetWish>) => void
  readonly onFormat: (format: string | null) => void
}

/** The plan of an import: its counts, a few images with their labels, its classes, what is wrong, and what a person may choose. */
export function Review({ dataset, check, plan, unsent, wish, onWish, onFormat }: ReviewProps) {
  return (
    <>
      <div className={styles.top}>
        <div className={styles.format}>
          <FormatChoice plan={plan} onFormat={onFormat} />
          <p className="caption text-3">{formatWords(plan)}</p>
        </div>
        <Figures label={t('Images')} figures={imageFigures(plan)} />
        <Figures label={t('Annotations')} figures={labelFigures(plan)} />
      </div>
      <Samples plan={plan} />
      <div className={styles.columns}>
        <div className={styles.left}>
          <Problems dataset={dataset} check={check} plan={plan} unsent={unsent} />
        </div>
        <div className={styles.side}>
          <ClassTable plan={plan} />
          {plan.images.new > 0 && <Splits plan={plan} isKept={wish.splits === 'dataset'} />}
          <WishFields plan={plan} wish={wish} onWish={onWish} />
        </div>
      </div>
    </>
  )
}

const NO_LABELS = ''

function FormatChoice({ plan: { formats, format }, onFormat }: Pick<ReviewProps, 'plan' | 'onFormat'>) {
  if (formats.length === 0) return <span className="medium">{t('Images without annotations')}</span>
  const options = [
    ...formats.map(({ id, title }) => ({ value: id, label: typeof title === 'string' ? title : sentenceOf(title) })),
    { value: NO_LABELS, label: t('Images without annotations') },
  ]
  return (
    <Select
      label={t('Annotation format')}
      hideLabel
      options={options}
      value={format ?? NO_LABELS}
      onChange={(chosen) => onFormat(chosen === NO_LABELS ? null : chosen)}
    />
  )
}

interface FiguresProps {
  readonly label: string
  readonly figures: readonly Figure[]
}

function Figures({ label, figures }: FiguresProps) {
  return (
    <ul className={styles.figures} aria-label={label}>
      {figures.map(({ value, words, tone }) => (
        <li key={words} className={tone === 'warn' ? styles.warn : undefined}>
          <span className="num">{count(value)}</span> <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}

interface SplitsProps {
  readonly plan: DatasetPlan
  readonly isKept: boolean
}

/** Which split the new images go to. */
function Splits({ plan: { splits, images }, isKept }: SplitsProps) {
  const counts = isKept ? splits : { train: images.new, valid: 0, test: 0 }
  return (
    <div className={styles.splits}>
      <PanelLabel>{t('Splits of the new images')}</PanelLabel>
      <SplitBar counts={counts} height={8} />
      <div className={styles.legend}>
        {SPLITS.map((split) => (
          <span key={split} className={styles.part}>
            <SplitName split={split} />
            <span className="num text-2">{count(counts[split])}</span>
          </span>
        ))}
      </div>
    </div>
  )
}
