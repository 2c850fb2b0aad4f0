import type { BatchView, ImageStanding, JobState, JobView, Standing } from '#common/contract/jobs'
import { parseSearch } from '#common/search/parse'
import { printSearch } from '#common/search/print'
import type { Tone } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'

/** The states of a job in words: the same that the management API uses. */
export const STATES: Readonly<
  Record<JobState, { readonly word: string; readonly tone: Tone; readonly about: string }>
> = {
  assigned: { word: t('Assigned'), tone: 'off', about: t('Nothing is labeled yet.') },
  annotating: {
    word: t('Annotating'),
    tone: 'accent',
    about: t('Some images are not labeled yet, or need changes.'),
  },
  review: { word: t('Review'), tone: 'warn', about: t('Everything is labeled and ready for review.') },
  complete: { word: t('Complete'), tone: 'ok', about: t('Nothing is left to do.') },
}

export const STANDINGS: Readonly<Record<ImageStanding, { readonly word: string; readonly tone: Tone }>> = {
  unannotated: { word: t('Unannotated'), tone: 'off' },
  annotated: { word: t('Annotated'), tone: 'accent' },
  approved: { word: t('Approved'), tone: 'ok' },
  rejected: { word: t('Changes requested'), tone: 'danger' },
  labelled: { word: t('Labeled'), tone: 'accent' },
}

export const STANDING_ORDER = [
  'unannotated',
  'rejected',
  'annotated',
  'approved',
] as const satisfies readonly Standing[]

/** How many images a job has. */
export function sizeOf({ counts }: Pick<JobView, 'counts'>): number {
  return STANDING_ORDER.reduce((sum, standing) => sum + counts[standing], 0)
}

/** Share of a job's images that its labeler has nothing to do with any more. */
export function shareOf(job: Pick<JobView, 'counts'>): number {
  const total = sizeOf(job)
  return total === 0 ? 0 : (job.counts.annotated + job.counts.approved) / total
}

/** "Ada, reviewed by Bo". */
export function peopleOf({ labeler, reviewer }: Pick<JobView, 'labeler' | 'reviewer'>): string {
  if (reviewer === '') return labeler === '' ? t('Nobody named') : labeler
  return labeler === ''
    ? t('Reviewed by {{reviewer}}', { reviewer })
    : t('{{labeler}}, reviewed by {{reviewer}}', { labeler, reviewer })
}

/** "312 images, 120 labelled, 80 done", as far as it is told. */
export function batchFacts({ images, labelled, done }: Pick<BatchView, 'images' | 'labelled' | 'done'>): string {
  return [
    t('{{count}} images', { count: images }),
    ...(labelled === null ? [] : [t('{{amount}} labeled', { amount: labelled })]),
    ...(done === null ? [] : [t('{{amount}} done', { amount: done })]),
  ].join(', ')
}

/** One verdict on all images of one standing. */
export interface ReviewAct {
  readonly label: string
  readonly from: Standing
  readonly verdict: 'approved' | 'rejected' | null
  /** Text of the toast afterwards. */
  readonly said: (images: number) => string
}

/** Review actions on a whole annotation job: finishing it, sending it back, opening it again. */
export function reviewActs({ counts, reviewer }: Pick<JobView, 'counts' | 'reviewer'>): readonly ReviewAct[] {
  const { annotated, approved } = counts
  const acts: ReviewAct[] = []
  if (annotated > 0 && reviewer !== '') {
    acts.push({
      label: t('Approve {{count}} images', { count: annotated }),
      from: 'annotated',
      verdict: 'approved',
      said: (images) => t('{{count}} images approved', { count: images }),
    })
  }
  if (annotated > 0) {
    acts.push({
      label: t('Request changes to {{count}} images', { count: annotated }),
      from: 'annotated',
      verdict: 'rejected',
      said: (images) => t('Changes requested on {{count}} images', { count: images }),
    })
  }
  if (annotated === 0 && approved > 0) {
    acts.push({
      label: reviewer === '' ? t('Request changes to {{count}} images', { count: approved }) : t('Reopen the review'),
      from: 'approved',
      verdict: reviewer === '' ? 'rejected' : null,
      said: (images) => t('{{count}} images back in review', { count: images }),
    })
  }
  return acts
}

/** The search for a job's images: by its name, or by its identifier where another has the name too. */
export function jobSearch(job: Pick<JobView, 'id' | 'name'>, jobs: readonly Pick<JobView, 'id' | 'name'>[]): string {
  const isTaken = jobs.some(({ id, name }) => id !== job.id && name.toLowerCase() === job.name.toLowerCase())
  // `*` stands for any job, and a name that reads like another's identifier is no name.
  const isPlain = job.name !== '*' && !jobs.some(({ id }) => id === job.name)
  return printSearch({ kind: 'job', name: isTaken || !isPlain ? job.id : job.name })
}

/** The job whose images a search is for, when that is all that it asks; undefined where its name could mean several. */
export function jobOfSearch(search: string, jobs: readonly JobView[]): JobView | undefined {
  const query = parseSearch(search)
  if (!query.ok || query.value.kind !== 'job') return undefined
  const wanted = query.value.name?.toLowerCase()
  const meant = jobs.filter(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)
  return meant.length === 1 ? meant[0] : undefined
}
