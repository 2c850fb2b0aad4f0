import type { ProjectSlug } from '#common/ids'
import { SPLITS, type SplitCounts } from '#common/split'
import { imageQueryParams } from '#renderer/ui/app/image-query'
import { Link, projectHref } from '#renderer/ui/app/router'
import { SPLIT_NAMES, SplitBar, SplitName } from '#renderer/ui/display/marks'
import { SectionTitle } from '#renderer/ui/display/panel'
import { splitPercents } from '#renderer/ui/display/split-percents'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
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
