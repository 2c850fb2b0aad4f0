import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftKey, ModelAnswers } from '#common/inference/recognition'
import { keys, queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { t } from '#renderer/kit/words/words'
import { announceModel } from '../announce.ts'

interface Told {
  /** The task runs: the files are its own from now on. */
  readonly onStarted: () => void
  readonly onInstalled: (model: string) => void
}

/** What is typed over what was recognised. */
interface Typed {
  readonly id?: string
  readonly name?: string
  readonly licence?: string
}

/** What the files turned out to be; every answer of the person is looked at again together with the files. */
export function useInstall(draft: DraftKey, { onStarted, onInstalled }: Told) {
  const [answers, setAnswers] = useState<ModelAnswers>({})
  const [typed, setTyped] = useState<Typed>({})
  const recognised = useQuery({
    queryKey: ['model-draft', draft, answers] as const,
    queryFn: ({ signal }) => studio.models.recognise({ draft, answers }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const client = useQueryClient()
  const models = useQuery(queries.models()).data ?? []
  const install = useAct(studio.models.install, {
    errors: 'in-place',
    onDone({ taskId }) {
      void client.invalidateQueries({ queryKey: keys.tasks })
      void announceModel(taskId, typed.name ?? recognised.data?.name ?? t('The model')).then((model) => {
        if (model !== undefined) onInstalled(model)
      })
      onStarted()
    },
  })
  const id = (typed.id ?? recognised.data?.suggestedId ?? '').trim()
  return {
    ...{ recognised, answers, typed, install, id },
    /** Another model has the id. */
    isTaken: models.some(({ manifest }) => manifest.id === id),
    answer: (answer: ModelAnswers) => setAnswers((now) => ({ ...now, ...answer })),
    takeBack: () => setAnswers({}),
    type: (change: Typed) => setTyped((now) => ({ ...now, ...change })),
    begin: () => install.mutate({ draft, answers: { ...answers, ...given(typed), id } }),
  }
}

/** Fields that were emptied say nothing. */
function given(typed: Typed): Typed {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  )
}
