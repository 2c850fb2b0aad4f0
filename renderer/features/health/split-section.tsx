import type { ProjectSlug } from '#common/ids'
import { SPLITS, type SplitCounts } from '#common/split'
import { imageQueryParams } from '#renderer/kit/app/image-query'
import { Link, projectHref } from '#renderer/kit/app/router'
import { SPLIT_NAMES, SplitBar, SplitName } from '#renderer/kit/display/marks'
import { SectionTitle } from '#renderer/kit/display/panel'
import { splitPercents } from '#renderer/kit/display/split-percents'
import { count } from '#renderer/kit/format'
import { t } from '#renderer/kit/words/words'
import styles from './side-sections.module.css'

interface SplitSectionProps {
  readonly project: ProjectSlug
  readonly splits: SplitCounts
}

/** How many images each split has. A press shows them. */
export function SplitSection({ project, splits }: SplitSectionProps) {
  const percents = splitPercents(splits)
  return (
    <section className={styles.section}>
      <SectionTitle>{t('Splits')}</SectionTitle>
      <div className={styles.bar}>
        <SplitBar counts={splits} height={6} />
      </div>
      {SPLITS.map((split) => (
        <Link
          key={split}
          href={projectHref(project, 'images', imageQueryParams({ filter: { splits: [split] }, sort: 'added' }))}
          className={styles.line}
          label={t('{{split}}: {{images}}, {{share}}. Show them', {
            split: SPLIT_NAMES[split],
            images: t('{{count}} images', { count: splits[split] }),
            share: percents[split],
          })}
        >
          <SplitName split={split} />
          <span className="num">{count(splits[split])}</span>
          <span className="num text-3">{percents[split]}</span>
        </Link>
      ))}
    </section>
  )
}
