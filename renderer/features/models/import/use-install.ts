import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DraftKey, ModelAnswers } from '#common/inference/recognition'
import { keys, queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { t } from '#renderer/words/words'
import { announceInstalled, announceNotInstalled, installedModel } from '../announce.ts'

interface Told {
  /** The installation runs until this ends. */
  readonly onBegun: (installing: Promise<unknown>) => void
  /** Not called once the dialog is closed. */
  readonly onInstalled: (model: string) => void
}

type InstallInput = Parameters<typeof studio.models.install>[0]

/** Typed values that replace the recognized ones. */
interface Typed {
  readonly id?: string
  readonly name?: string
  readonly licence?: string
}

/** Recognition of a model draft; every answer of the user is checked again together with the files. */
export function useInstall(draft: DraftKey, { onBegun, onInstalled }: Told) {
  const [answers, setAnswers] = useState<ModelAnswers>({})
  const [before, setBefore] = useState<ModelAnswers>({})
  const [typed, setTyped] = useState<Typed>({})
  const recognised = useQuery({
    queryKey: ['model-draft', draft, answers] as const,
    queryFn: ({ signal }) => studio.models.recognise({ draft, answers }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const models = useQuery(queries.models()).data ?? []
  const run = useInstallation(typed.name ?? recognised.data?.name ?? t('The model'))
  const install = useAct(run, { errors: 'in-place' })
  const id = (typed.id ?? recognised.data?.suggestedId ?? '').trim()
  return {
    recognised,
    answers,
    before,
    typed,
    install,
    id,
    /** Another model has the id. */
    isTaken: models.some(({ manifest }) => manifest.id === id),
    answer: (answer: ModelAnswers) => setAnswers((now) => ({ ...now, ...answer })),
    /** Asks everything again, starting from what was answered. */
    takeBack() {
      setBefore(answers)
      setAnswers({})
    },
    type: (change: Typed) => setTyped((now) => ({ ...now, ...change })),
    begin() {
      const input = { draft, answers: { ...answers, ...given(typed), id } }
      onBegun(install.mutateAsync(input, { onSuccess: onInstalled }))
    },
  }
}

/** Installs and waits for the end. A failure is told in the dialog while it is open, and in a notice afterwards. */
function useInstallation(name: string) {
  const client = useQueryClient()
  const isOpen = useIsMounted()
  return async (input: InstallInput): Promise<string> => {
    const { taskId } = await studio.models.install(input)
    void client.invalidateQueries({ queryKey: keys.tasks })
    try {
      const model = await installedModel(taskId, name)
      announceInstalled(taskId, { name, model })
      return model
    } catch (error) {
      if (!isOpen.current) announceNotInstalled(taskId, error)
      throw error
    }
  }
}

function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Fields that were emptied say nothing. */
function given(typed: Typed): Typed {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  )
}
