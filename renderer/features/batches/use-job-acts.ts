import type { JobView } from '#common/contract/jobs'
import type { ImageId, ProjectSlug } from '#common/ids'
import { setParams } from '#renderer/kit/app/router'
import { notify } from '#renderer/kit/overlay/toast'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { t } from '#renderer/kit/words/words'
import type { ReviewAct } from './words.ts'

/** Cancels a job; the toast brings it back with its images and verdicts. */
export function useCancelJob(project: ProjectSlug): (job: JobView) => void {
  const cancel = useAct(studio.jobs.cancel)
  const restore = useAct(studio.jobs.restore)
  return ({ id, name }) =>
    cancel.mutate(
      { project, job: id },
      {
        onSuccess: (cancelled) => {
          setParams({ job: undefined })
          const undo = { label: t('Undo'), onPress: () => restore.mutate({ project, cancelled }) }
          notify({ text: t('{{name}} is cancelled; its images keep their labels', { name }), action: undo })
        },
      },
    )
}

const BEFORE = { annotated: null, unannotated: null, approved: 'approved', rejected: 'rejected' } as const

/** The reviewer's verdicts. Those on many images at once can be taken back by the toast, single ones by a second press. */
export function useReview(project: ProjectSlug, job: string) {
  const review = useAct(studio.jobs.review)
  return {
    one: (image: ImageId, verdict: ReviewAct['verdict']) => review.mutate({ project, job, images: [image], verdict }),
    all: ({ from, verdict, said }: ReviewAct) =>
      review.mutate(
        { project, job, images: from, verdict },
        {
          onSuccess: (images) => {
            const back = () => review.mutate({ project, job, images: [...images], verdict: BEFORE[from] })
            notify({ text: said(images.length), action: { label: t('Undo'), onPress: back } })
          },
        },
      ),
  }
}
