import { useQuery } from '@tanstack/react-query'
import type { AttributeHealth } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import { printSearch } from '#common/search/print'
import type { SearchTerm } from '#common/search/query'
import { queries } from '#renderer/data/queries'
import { imageQueryParams } from '#renderer/ui/app/image-query'
import { Link, projectHref } from '#renderer/ui/app/router'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch, StateDot } from '#renderer/ui/display/marks'
import { SectionTitle } from '#renderer/ui/display/panel'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './attribute-section.module.css'
import { answerName, isLacking, rangeWords, unsaidWords } from './attribute-words.ts'

interface AttributeSectionProps {
  readonly project: ProjectSlug
  readonly attributes: readonly AttributeHealth[]
}

/** Attribute values of each class's annotations, with the number that lack a required one. */
export function AttributeSection({ project, attributes }: AttributeSectionProps) {
  const known = useQuery(queries.classes(project)).data
  const colors = new Map(known?.map(({ id, color }) => [id, color]))
  const lacking = attributes.filter(isLacking).length
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <StateDot tone={lacking > 0 ? 'warn' : 'ok'} />
        <SectionTitle>{t('Attributes')}</SectionTitle>
        <p className="text-2 num">
          {lacking === 0
            ? t('All required attributes are set.')
            : t('{{count}} required attributes are missing on some annotations.', { count: lacking })}
        </p>
      </div>
      <ul className={styles.cards} aria-label={t('Attributes')}>
        {attributes.map((each) => (
          <Card key={each.id} project={project} each={each} color={colors.get(each.classId) ?? 1} />
        ))}
      </ul>
    </section>
  )
}

interface CardProps {
  readonly project: ProjectSlug
  readonly each: AttributeHealth
  readonly color: number
}

function Card({ project, each, color }: CardProps) {
  const { classId, className, name, answers, others, range, unsaid } = each
  const imagesWith = (search?: SearchTerm) => {
    const filter = { classes: [classId], ...(search && { search: printSearch(search) }) }
    return projectHref(project, 'images', imageQueryParams({ filter, sort: 'added' }))
  }
  return (
    <li className={styles.card}>
      <Link
        href={imagesWith()}
        className={styles.title}
        label={t('{{attribute}} of {{name}}. Show its images', { attribute: name, name: className })}
      >
        <b className="truncate medium">{name}</b>
        <ClassSwatch color={color} />
        <span className="truncate text-2">{className}</span>
      </Link>
      {answers.map((answer) => (
        <Answer
          key={answer.name}
          each={each}
          answer={answer}
          href={imagesWith({ kind: 'attribute', key: name, value: answer.name })}
        />
      ))}
      {others > 0 && (
        <p className="text-2 num">{t('{{count}} annotations have other text values.', { count: others })}</p>
      )}
      {range !== null && <p className="text-2 num">{rangeWords(range)}</p>}
      <p className={cx('num', isLacking(each) ? styles.lacking : 'text-3')}>
        {unsaidWords(each)}
        {unsaid > 0 && (
          <Link
            href={imagesWith({ kind: 'lacks', name })}
            className={styles.show}
            label={t('Show images with annotations of {{name}} that have no {{attribute}}', {
              attribute: name,
              name: className,
            })}
          >
            {t('Show')}
          </Link>
        )}
      </p>
    </li>
  )
}

interface AnswerProps {
  readonly each: AttributeHealth
  readonly answer: AttributeHealth['answers'][number]
  readonly href: string
}

function Answer({ each, answer: { name, labels }, href }: AnswerProps) {
  const said = answerName(each, name)
  const share = each.labels === 0 ? 0 : labels / each.labels
  const words = { attribute: each.name, answer: said, labels: t('{{count}} annotations', { count: labels }) }
  return (
    <Link href={href} className={styles.answer} label={t('{{attribute}}, {{answer}}: {{labels}}. Show images', words)}>
      <span className="truncate" title={said}>
        {said}
      </span>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${100 * share}%` }} />
      </span>
      <span className="num">{count(labels)}</span>
    </Link>
  )
}
