import { z } from 'zod'
import { literal } from './message.ts'
import type { Message } from './template.ts'

const Inside: z.ZodType<Message> = z.lazy(() => z.object(MESSAGE))

/** Members of a message, as it travels and as it is stored. */
export const MESSAGE = {
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly(), Inside])).readonly(),
  cause: Inside.exactOptional(),
}

const Stored = z.object(MESSAGE)

/** A message as a database keeps it. */
export function toStored({ code, params, cause }: Message): string {
  return JSON.stringify({ code, params, cause })
}

/** A stored message; one that is damaged is shown as it is stored. */
export function fromStored(stored: string): Message {
  try {
    const { data } = Stored.safeParse(JSON.parse(stored))
    return data ?? literal(stored)
  } catch {
    return literal(stored)
  }
}
