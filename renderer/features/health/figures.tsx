import type { HealthReport } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import type { Labelling } from '#renderer/data/project-type'
import { useLabelling } from '#renderer/data/use-labelling'
import { imageQueryParams } from '#renderer/ui/app/image-query'
import { Link, projectHref } from '#renderer/ui/app/router'
import { StateDot, type Tone } from '#renderer/ui/display/marks'
import { count, decimal, percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './figures.module.css'
import { isRare } from './measures.ts'

interface FiguresProps {
  readonly project: ProjectSlug
  readonly report: HealthReport
}

/** The numbers that a person can do something about, each with the images behind it. */
export function Figures({ project, report }: FiguresProps) {
  const { images, unannotated, nullExamples, averageShapes, classes } = report
  const notStarted = imageQueryParams({ filter: { states: ['todo'] }, sort: 'added' })
  const nothing = imageQueryParams({ filter: { states: ['done'], search: 'max-annotations:0' }, sort: 'added' })
  const labelling = useLabelling(project)

  return (
    <ul className={styles.figures}>
      <Figure
        value={count(unannotated)}
        name={t('not started')}
        words={
          unannotated === 0
            ? t('Every image is labeled or marked as background.')
            : t('{{share}} of all images have no annotations yet.', { share: percent(unannotated / images) })
        }
        tone={unannotated === 0 ? 'ok' : 'warn'}
        {...(unannotated > 0 && {
          show: projectHref(project, 'images', notStarted),
          label: t('Show images not started'),
        })}
      />
      <Figure
        value={count(nullExamples)}
        name={nullExamples === 1 ? t('background image') : t('background images')}
        words={t('{{share}} of all images are background images.', {
          share: percent(nullExamples / images),
        })}
        tone="off"
        {...(nullExamples > 0 && { show: projectHref(project, 'images', nothing), label: t('Show background images') })}
      />
      <Figure
        value={decimal(averageShapes, 1)}
        name={PER_IMAGE[labelling]}
        words={t('On average, over the images that have any.')}
        tone="off"
      />
      {labelling !== 'texts' && <RareFigure rare={classes.filter(isRare).length} labelling={labelling} />}
    </ul>
  )
}

const PER_IMAGE: Readonly<Record<Labelling, string>> = {
  places: t('shapes per image'),
  classes: t('classes per image'),
  texts: t('texts per image'),
}

interface RareFigureProps {
  readonly rare: number
  readonly labelling: Labelling
}

function RareFigure({ rare, labelling }: RareFigureProps) {
  return (
    <Figure
      value={count(rare)}
      name={rare === 1 ? t('rare class') : t('rare classes')}
      words={rare === 0 ? t('Every class has at least a tenth of the average.') : rareWords(labelling)}
      tone={rare === 0 ? 'ok' : 'warn'}
    />
  )
}

function rareWords(labelling: Labelling): string {
  return labelling === 'places'
    ? t('With less than a tenth of the average number of shapes.')
    : t('With less than a tenth of the average number of images.')
}

interface FigureProps {
  readonly value: string
  readonly name: string
  readonly words: string
  readonly tone: Tone
  readonly show?: string
  readonly label?: string
}

function Figure({ value, name, words, tone, show, label }: FigureProps) {
  return (
    <li className={styles.figure}>
      <div className={styles.head}>
        {tone !== 'off' && <StateDot tone={tone} />}
        <b className="num">{value}</b>
        <span className="medium">{name}</span>
        {show !== undefined && (
          <Link href={show} className={styles.show} label={label}>
            {t('Show')}
          </Link>
        )}
      </div>
      <p className="text-2">{words}</p>
    </li>
  )
}
