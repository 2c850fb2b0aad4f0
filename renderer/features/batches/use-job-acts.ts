import { useRef } from 'react'
import type { BulkDone } from '#common/contract/browse/bulk'
import type { JobView } from '#common/contract/jobs'
import type { BulkActId, ImageId, ProjectSlug } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { undoAction } from '#renderer/features/images/entrance/use-bulk'
import { setParams } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { ACT_NOTICE } from '#renderer/ui/overlay/last-act'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import type { ReviewAct } from './entrance/words.ts'

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
          notify({ text: t('{{name}} is canceled. Its images keep their annotations', { name }), action: undo })
        },
      },
    )
}

/** The reviewer's verdicts. Those on many images at once are undone by the toast, single ones by a second press. */
export function useReview(project: ProjectSlug, job: string) {
  const review = useAct(studio.jobs.review)
  const undo = useAct(studio.bulk.undo)
  const last = useRef<{ readonly image: ImageId; readonly act: BulkActId }>(undefined)
  return {
    one: (image: ImageId, verdict: ReviewAct['verdict']) => {
      const given = last.current
      last.current = undefined
      if (verdict === null && given?.image === image) return undo.mutate({ project, id: given.act })
      const keep = ({ id }: BulkDone) => {
        if (verdict !== null && id !== null) last.current = { image, act: id }
      }
      review.mutate({ project, job, images: [image], verdict }, { onSuccess: keep })
    },
    all: ({ from, verdict, said }: ReviewAct) =>
      review.mutate(
        { project, job, images: from, verdict },
        {
          onSuccess: ({ id, changed }) => {
            const action = id === null ? undefined : undoAction(project, id)
            notify({ id: ACT_NOTICE, text: said(changed), action })
          },
        },
      ),
  }
}
