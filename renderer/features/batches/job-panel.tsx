import { Ellipsis, Images, PencilLine, PencilRuler, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { JobView } from '#common/contract/jobs'
import type { ProjectSlug } from '#common/ids'
import { useAbility, useOtherMachine } from '#renderer/data/use-ability'
import { navigate, projectHref, setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { StateDot } from '#renderer/ui/display/marks'
import { PanelLabel } from '#renderer/ui/display/panel'
import { Menu } from '#renderer/ui/overlay/menu'
import { count, fullMoment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { jobSearch, reviewActs, STANDING_ORDER, STANDINGS, STATES } from './entrance/words.ts'
import { EditJobDialog } from './job-dialog.tsx'
import { JobImages } from './job-images.tsx'
import styles from './job-panel.module.css'
import { useCancelJob, useReview } from './use-job-acts.ts'

interface JobPanelProps {
  readonly project: ProjectSlug
  readonly job: JobView
  /** All of the project. */
  readonly jobs: readonly JobView[]
}

/** One job: who works on it, how far it is, and what the reviewer decides. */
export function JobPanel({ project, job, jobs }: JobPanelProps) {
  const { name, createdAt, state, instructions } = job
  const { word, tone, about } = STATES[state]
  const q = jobSearch(job, jobs)
  const can = useAbility()
  return (
    <aside className={styles.panel} aria-label={t('Job {{name}}', { name })} data-panel>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h2 className={styles.title}>{name}</h2>
          <p className={cx(styles.date, 'num')}>{t('Assigned {{when}}', { when: fullMoment(createdAt) })}</p>
        </div>
        {can('manage-jobs') && <JobMenu project={project} job={job} jobs={jobs} />}
        <IconButton icon={X} size="small" label={t('Close job')} onPress={() => setParams({ job: undefined })} />
      </header>
      <div className={styles.acts}>
        <Button variant="primary" onPress={() => navigate(projectHref(project, 'annotate', { q }))}>
          <PencilRuler />
          {t('Annotate')}
        </Button>
        <Button onPress={() => navigate(projectHref(project, 'images', { q }))}>
          <Images />
          {t('Show images')}
        </Button>
      </div>
      <section className={styles.section}>
        <p className={styles.state}>
          <StateDot tone={tone} />
          <span className="medium">{word}</span>
        </p>
        <p className="text-2">{about}</p>
        <dl className={styles.facts}>
          <dt>{t('Labels|who labels')}</dt>
          <dd>{job.labeler || <span className="text-3">{t('Nobody named')}</span>}</dd>
          <dt>{t('Reviews|who reviews')}</dt>
          <dd>{job.reviewer || <span className="text-3">{t('Nobody: complete once labeled')}</span>}</dd>
        </dl>
      </section>
      {instructions.trim() !== '' && (
        <section className={styles.section}>
          <PanelLabel>{t('Instructions')}</PanelLabel>
          <p className={styles.instructions}>{instructions}</p>
        </section>
      )}
      <section className={styles.section}>
        <PanelLabel>{t('Images')}</PanelLabel>
        <Counts job={job} />
        {can('manage-jobs') ? <ReviewButtons project={project} job={job} /> : <RemoteReview job={job} />}
      </section>
      <JobImages project={project} job={job} />
    </aside>
  )
}

function JobMenu({ project, job, jobs }: JobPanelProps) {
  const [isEditing, setEditing] = useState(false)
  const cancel = useCancelJob(project)
  return (
    <>
      <Menu
        label={t('What to do with {{name}}', { name: job.name })}
        placement="bottom end"
        trigger={<IconButton size="small" icon={Ellipsis} label={t('More of {{name}}', { name: job.name })} />}
        entries={[
          {
            id: 'edit',
            writes: 'projects',
            label: t('Edit job…'),
            mark: <PencilLine />,
            onAction: () => setEditing(true),
          },
          { id: 'cancel', writes: 'projects', label: t('Cancel job'), mark: <Trash2 />, onAction: () => cancel(job) },
        ]}
      />
      {isEditing && <EditJobDialog project={project} job={job} jobs={jobs} onClose={() => setEditing(false)} />}
    </>
  )
}

function Counts({ job: { counts } }: { readonly job: JobView }) {
  return (
    <dl className={styles.counts}>
      {STANDING_ORDER.map((standing) => (
        <div key={standing} className={styles.count}>
          <dt>
            <StateDot tone={STANDINGS[standing].tone} />
            {STANDINGS[standing].word}
          </dt>
          <dd className="num">{count(counts[standing])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where the verdicts on a job of another machine are given. */
function RemoteReview({ job }: Pick<JobPanelProps, 'job'>) {
  const there = useOtherMachine()
  const can = useAbility()
  if (there === undefined || can('reviews') || job.reviewer === '') return null
  return (
    <p className="caption text-3">
      {t('{{reviewer}} must review on {{host}}: its API does not support reviews.', {
        reviewer: job.reviewer,
        host: there.host,
      })}
    </p>
  )
}

function ReviewButtons({ project, job }: Pick<JobPanelProps, 'project' | 'job'>) {
  const review = useReview(project, job.id)
  const acts = reviewActs(job)
  if (acts.length === 0) return null
  return (
    <div className={styles.review}>
      {acts.map((act) => (
        <Button writes="projects" key={act.label} size="small" onPress={() => review.all(act)}>
          {act.label}
        </Button>
      ))}
    </div>
  )
}
