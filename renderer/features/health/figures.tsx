import type { HealthReport } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import { imageQueryParams } from '#renderer/kit/app/image-query'
import { Link, projectHref } from '#renderer/kit/app/router'
import { StateDot, type Tone } from '#renderer/kit/display/marks'
import { type Labelling, labelWords } from '#renderer/kit/display/project-type'
import { count, percent } from '#renderer/kit/format'
import { useLabelling } from '#renderer/kit/studio/use-labelling'
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
  const [, many] = labelWords(labelling)
  return (
    <ul className={styles.figures}>
      <Figure
        value={count(unannotated)}
        name="not started"
        words={
          unannotated === 0
            ? 'Every image is labelled or marked as empty.'
            : `${percent(unannotated / images)} of all images have no label yet.`
        }
        tone={unannotated === 0 ? 'ok' : 'warn'}
        {...(unannotated > 0 && { show: projectHref(project, 'images', notStarted), label: 'Show images not started' })}
      />
      <Figure
        value={count(nullExamples)}
        name={nullExamples === 1 ? 'null example' : 'null examples'}
        words={`${percent(nullExamples / images)} of all images are marked as holding nothing to label.`}
        tone="off"
        {...(nullExamples > 0 && { show: projectHref(project, 'images', nothing), label: 'Show null examples' })}
      />
      <Figure
        value={averageShapes.toFixed(1)}
        name={`${many} an image`}
        words="On average, over the images that have any."
        tone="off"
      />
      {labelling !== 'texts' && <RareFigure rare={classes.filter(isRare).length} labelling={labelling} />}
    </ul>
  )
}

interface RareFigureProps {
  readonly rare: number
  readonly labelling: Labelling
}

function RareFigure({ rare, labelling }: RareFigureProps) {
  return (
    <Figure
      value={count(rare)}
      name={rare === 1 ? 'rare class' : 'rare classes'}
      words={
        rare === 0
          ? 'Every class has at least a tenth of an even share.'
          : `With less than a tenth of the ${labelling === 'places' ? 'shapes' : 'images'} of an even share.`
      }
      tone={rare === 0 ? 'ok' : 'warn'}
    />
  )
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
            Show
          </Link>
        )}
      </div>
      <p className="text-2">{words}</p>
    </li>
  )
}
