import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewOrder } from '#common/contract/versions'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { freshSeed } from '#renderer/data/seed'
import { refusalReason, sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { announceFailure } from './announce.ts'
import type { Draft } from './draft/draft.ts'
import { recallDraft, rememberDraft } from './draft/remembered.ts'
import { settingsOf } from './draft/settings.ts'

export const STEPS = ['images', 'preprocess', 'augment', 'name'] as const
export type StepId = (typeof STEPS)[number]

export type Wizard = ReturnType<typeof useWizard>

/** Everything a person has chosen so far, and the ways on. */
export function useWizard(project: ProjectSlug) {
  const title = useQuery(queries.project(project)).data?.name
  const [step, goTo] = useState<StepId>('images')
  const [draft, setDraft] = useState(() => recallDraft(project))
  const [name, setName] = useState('')
  const [seed, setSeed] = useState(freshSeed)
  const [order, setOrder] = useState<PreviewOrder>('densest')
  const start = useAct(() => studio.versions.start({ project, name, settings: settingsOf(draft), seed }), {
    errors: 'in-place',
    onDone: ({ version, taskId }) => {
      rememberDraft(project, draft)
      void announceFailure({ number: version, project: title ?? project }, taskId)
      navigate(projectHref(project, 'versions', { show: version }))
    },
  })
  const place = STEPS.indexOf(step)
  const change = (part: Partial<Draft>) => {
    start.reset()
    setDraft((now) => ({ ...now, ...part }))
  }
  return {
    step,
    goTo,
    draft,
    change,
    name,
    setName,
    seed,
    shuffle: () => setSeed(freshSeed()),
    order,
    setOrder,
    before: STEPS[place - 1],
    after: STEPS[place + 1],
    /** Freezes the version with the seed that the preview shows. */
    generate: () => start.mutate(undefined, { onError: (error) => isOverCap(error) && goTo('augment') }),
    isStarting: start.isPending,
    refusal: start.error,
    /** The refusal, when it is about the number of copies. */
    copiesRefusal: isOverCap(start.error) ? sentenceOf(start.error) : undefined,
    leave: () => navigate(projectHref(project, 'versions')),
  }
}

function isOverCap(error: unknown): boolean {
  return refusalReason(error) === 'copies-over-cap'
}
