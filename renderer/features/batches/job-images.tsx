import { useQueries } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { JobImage, JobView } from '#common/contract/jobs'
import { imageUrl } from '#common/contract/urls'
import type { ProjectSlug } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import { Link, projectHref } from '#renderer/ui/app/router'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Image } from '#renderer/ui/display/image'
import { StateDot } from '#renderer/ui/display/marks'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { t } from '#renderer/words/words'
import { STANDINGS, sizeOf } from './entrance/words.ts'
import styles from './job-panel.module.css'
import { useReview } from './use-job-acts.ts'

const WINDOW = 100
const ROW_PX = 48

interface JobImagesProps {
  readonly project: ProjectSlug
  readonly job: JobView
}

/** The images of a job, one by one, with the reviewer's verdict where there is a reviewer. */
export function JobImages({ project, job }: JobImagesProps) {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const from = Math.floor(range.first / WINDOW)
  const windows = Array.from({ length: Math.floor(range.last / WINDOW) - from + 1 }, (_, index) => from + index)
  const pages = useQueries({
    queries: windows.map((index) => ({
      queryKey: [...keys.jobs(project), job.id, 'images', index],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        studio.jobs.imagePage({ project, job: job.id, offset: index * WINDOW, limit: WINDOW }, { signal }),
    })),
  })
  const look = (first: number, last: number) =>
    setRange((now) => (now.first === first && now.last === last ? now : { first, last }))
  return (
    <VirtualList
      className={styles.images}
      label={t('Images of {{name}}', { name: job.name })}
      count={sizeOf(job)}
      rowHeight={ROW_PX}
      onRange={look}
    >
      {(index) => {
        const image = pages[Math.floor(index / WINDOW) - from]?.data?.[index % WINDOW]
        return image === undefined ? null : <ImageRow project={project} job={job} image={image} />
      }}
    </VirtualList>
  )
}

function ImageRow({ project, job, image }: JobImagesProps & { readonly image: JobImage }) {
  const { id, name, standing } = image
  const { word, tone } = STANDINGS[standing]
  const q = `job:${job.id}`
  const can = useAbility()
  return (
    <div className={styles.image}>
      <Image url={imageUrl(id, 'thumb')} className={styles.thumb} />
      <span>
        <Link href={projectHref(project, 'annotate', { image: id, q })} className="truncate">
          {name}
        </Link>
        <span className={styles.standing}>
          <StateDot tone={tone} />
          {word}
        </span>
      </span>
      {can('manage-jobs') && standing !== 'unannotated' && <Verdicts project={project} job={job} image={image} />}
    </div>
  )
}

/** A second press takes the verdict back. */
function Verdicts({ project, job, image: { id, name, standing } }: JobImagesProps & { readonly image: JobImage }) {
  const review = useReview(project, job.id)
  const [isApproved, isRejected] = [standing === 'approved', standing === 'rejected']
  return (
    <span className={styles.verdicts}>
      {job.reviewer !== '' && (
        <IconButton
          writes="projects"
          size="small"
          icon={Check}
          label={t('Approve {{name}}', { name })}
          isOn={isApproved}
          onPress={() => review.one(id, isApproved ? null : 'approved')}
        />
      )}
      <IconButton
        writes="projects"
        size="small"
        icon={Undo2}
        label={t('Request changes to {{name}}', { name })}
        isOn={isRejected}
        onPress={() => review.one(id, isRejected ? null : 'rejected')}
      />
    </span>
  )
}
