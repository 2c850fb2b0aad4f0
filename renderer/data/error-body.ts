import { z } from 'zod'
import { tellMessage } from '#renderer/words/core/messages'

const ErrorBody = z.looseObject({ error: z.string() })

/** The sentence of an answer with which a route of the core refuses; undefined for any other answer. */
export function refusalIn(body: unknown): string | undefined {
  const { data } = ErrorBody.safeParse(body)
  return data && tellMessage(data, data.error)
}
