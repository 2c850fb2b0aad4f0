import { Ellipsis, Images, PencilLine, PencilRuler } from 'lucide-react'
import type { JobView } from '#common/contract/jobs'
import { imageUrl } from '#common/contract/urls'
import type { ProjectSlug } from '#common/ids'
import type { NamedBatch } from '#renderer/data/in-words'
import { useAbility } from '#renderer/data/use-ability'
import { Link, navigate, projectHref } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { StateDot } from '#renderer/ui/display/marks'
import { ProgressBar } from '#renderer/ui/display/progress'
import { Menu } from '#renderer/ui/overlay/menu'
import { fullMoment, moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './batch-section.module.css'
import { batchFacts, peopleOf, STATES, shareOf, sizeOf } from './entrance/words.ts'

interface BatchSectionProps {
  readonly project: ProjectSlug
  readonly batch: NamedBatch
  readonly jobs: readonly JobView[]
  /** Identifier of the job that is shown beside. */
  readonly shown: string | undefined
  readonly onGive: () => void
  readonly onRename: () => void
}

/** A batch with the jobs that its images are in. */
export function BatchSection({ project, batch, jobs, shown, onGive, onRename }: BatchSectionProps) {
  const { id, name, covers, createdAt, images, labelled, free } = batch
  const toImages = projectHref(project, 'images', { batch: id })
  const can = useAbility()
  const rename = {
    id: 'rename',
    writes: 'projects' as const,
    label: t('Rename…'),
    mark: <PencilLine />,
    onAction: onRename,
  }
  return (
    <section className={styles.batch} aria-label={t('Batch {{name}}', { name })}>
      <div className={styles.head}>
        <Link href={toImages} className={styles.strip} label={t('Show the images of {{name}}', { name })}>
          {[0, 1, 2, 3].map((place) => {
            const image = covers[place]
            return image === undefined ? (
              <span key={place} className={styles.noCover} />
            ) : (
              <Image key={place} url={imageUrl(image, 'thumb')} className={styles.cover} />
            )
          })}
        </Link>
        <div className={styles.words}>
          <h2 className={cx(styles.name, 'truncate')} title={name}>
            {name}
          </h2>
          <p className={cx(styles.facts, 'num')}>
            <time dateTime={createdAt} title={fullMoment(createdAt)}>
              {t('Added {{when}}', { when: moment(createdAt) })}
            </time>
          </p>
        </div>
        <div className={styles.progress}>
          {labelled !== null && (
            <ProgressBar value={images === 0 ? 0 : labelled / images} label={t('{{name}}: labeled', { name })} />
          )}
          <p className={cx(styles.facts, 'num')}>{batchFacts(batch)}</p>
        </div>
        <Button
          writes="projects"
          size="small"
          disabledReason={free === 0 ? t('Every image is in a job') : undefined}
          onPress={onGive}
        >
          {t('Assign to…')}
        </Button>
        <Menu
          label={t('What to do with {{name}}', { name })}
          placement="bottom end"
          trigger={<IconButton size="small" icon={Ellipsis} label={t('More of {{name}}', { name })} />}
          entries={[
            { id: 'images', label: t('Show images'), mark: <Images />, onAction: () => navigate(toImages) },
            {
              id: 'annotate',
              label: t('Annotate'),
              mark: <PencilRuler />,
              onAction: () => navigate(projectHref(project, 'annotate', { batch: id })),
            },
            ...(can('manage-jobs') ? [rename] : []),
          ]}
        />
      </div>
      {jobs.length > 0 && (
        <ul className={styles.jobs} aria-label={t('Jobs of {{name}}', { name })}>
          {jobs.map((job) => (
            <li key={job.id}>
              <JobRow project={project} job={job} isShown={job.id === shown} />
            </li>
          ))}
          {free > 0 && <li className={cx(styles.free, 'num')}>{t('{{count}} images in no job', { count: free })}</li>}
        </ul>
      )}
    </section>
  )
}

interface JobRowProps {
  readonly project: ProjectSlug
  readonly job: JobView
  readonly isShown: boolean
}

/** Leads to the job's panel beside, and from there back. */
function JobRow({ project, job, isShown }: JobRowProps) {
  const { id, name, state, counts } = job
  const { word, tone } = STATES[state]
  const total = sizeOf(job)
  return (
    <a
      className={cx(styles.job, isShown && styles.shown)}
      href={projectHref(project, 'batches', isShown ? {} : { job: id })}
      draggable={false}
      {...(isShown && { 'aria-current': true })}
    >
      <span className={styles.state}>
        <StateDot tone={tone} />
        {word}
      </span>
      <span className="truncate medium">{name}</span>
      <span className="truncate text-2">{peopleOf(job)}</span>
      <ProgressBar value={shareOf(job)} label={t('{{name}}: labeled', { name })} />
      <span className={cx(styles.count, 'num')}>
        {t('{{done}} of {{total}}', { done: counts.annotated + counts.approved, total })}
      </span>
    </a>
  )
}
