import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Answered, Question } from '#common/contract/models/playground'
import { PLAIN_ANSWERS_URL } from '#common/contract/urls'
import { refusalIn } from '#renderer/data/error-body'
import { studio } from '#renderer/data/studio'

export interface Asked {
  readonly answer: Answered | undefined
  readonly error: Error | null
  /** An answer is on its way; the one before stays in sight until then. */
  readonly isAsking: boolean
  readonly again: () => void
}

/** Answer of the model. A question is not sent again while its answer is still cached. */
export function useAnswer(question: Question | undefined): Asked {
  const query = useQuery({
    queryKey: ['playground', 'answer', question] as const,
    queryFn: question === undefined ? skipToken : ({ signal }) => studio.playground.ask(question, { signal }),
    // The answer to another image or of another model would be a wrong one.
    placeholderData: (before, last) => (isAlike(last?.queryKey[2], question) ? before : undefined),
    gcTime: 60_000,
    retry: false,
  })
  const { data, error, isFetching } = query
  return {
    answer: question === undefined ? undefined : data,
    error: question === undefined ? null : error,
    isAsking: isFetching,
    again: () => void query.refetch(),
  }
}

function isAlike(before: unknown, now: Question | undefined): boolean {
  if (typeof before !== 'object' || before === null || now === undefined) return false
  const { model, image } = now
  return (
    'model' in before &&
    before.model === model &&
    'image' in before &&
    JSON.stringify(before.image) === JSON.stringify(image)
  )
}

export interface PlainAnswer {
  /** As it came. */
  readonly text: string
  /** Null where it is not JSON. */
  readonly json: unknown
}

/** Response of the inference server to the same question. */
export function usePlainAnswer(question: Question | undefined) {
  return useQuery({
    queryKey: ['playground', 'plain', question],
    queryFn: async ({ signal }): Promise<PlainAnswer> => {
      const response = await fetch(PLAIN_ANSWERS_URL, { method: 'POST', body: JSON.stringify(question), signal })
      const text = await response.text()
      const json = parsed(text)
      const error = response.ok ? undefined : refusalIn(json)
      if (error !== undefined) throw new Error(error)
      return { text, json }
    },
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
