import type { AlikePair, HealthReport } from '#common/contract/health'
import { imageUrl } from '#common/contract/urls'
import type { ProjectSlug } from '#common/ids'
import { Link, projectHref } from '#renderer/ui/app/router'
import { Image } from '#renderer/ui/display/image'
import { SPLIT_NAMES, SplitName, StateDot } from '#renderer/ui/display/marks'
import { SectionTitle } from '#renderer/ui/display/panel'
import { percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './alike-section.module.css'
import { alikeWords, pairsToShow } from './measures.ts'

interface AlikeSectionProps {
  readonly project: ProjectSlug
  readonly report: HealthReport
}

/** Images that look alike, in pairs; those in different splits first. A press opens one of them. */
export function AlikeSection({ project, report }: AlikeSectionProps) {
  const { splitLeakage, nearDuplicates } = report
  const pairs = pairsToShow(report)
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <StateDot tone={splitLeakage.groups > 0 ? 'warn' : nearDuplicates.groups > 0 ? 'off' : 'ok'} />
        <SectionTitle>{t('Similar images')}</SectionTitle>
        <p className="text-2 num">{alikeWords(report)}</p>
      </div>
      <p className={styles.limits}>
        {t('Finds copies that were scaled or saved again. Cropped, mirrored, and brightened copies are not found.')}
      </p>
      {pairs.length > 0 && (
        <ul className={styles.pairs} aria-label={t('Pairs of similar images')}>
          {pairs.map((pair) => (
            <Pair key={pair.images.map(({ id }) => id).join(' ')} project={project} pair={pair} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Pair({ project, pair }: { readonly project: ProjectSlug; readonly pair: AlikePair }) {
  return (
    <li className={styles.pair}>
      {pair.images.map(({ id, name, split }) => (
        <Link
          key={id}
          href={projectHref(project, 'annotate', { image: id })}
          className={styles.one}
          label={t('{{image}}, {{split}}. Open it', { image: name, split: SPLIT_NAMES[split] })}
        >
          <Image url={imageUrl(id, 'thumb')} className={styles.image} />
          <span className={styles.caption} title={name}>
            <SplitName split={split} />
          </span>
        </Link>
      ))}
      <span className={styles.share}>{t('{{share}} similar', { share: percent(pair.similarity) })}</span>
    </li>
  )
}
