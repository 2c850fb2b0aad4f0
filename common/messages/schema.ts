import { z } from 'zod'
import type { Message } from './template.ts'

const Inside: z.ZodType<Message> = z.lazy(() => z.object(MESSAGE))

/** The fields of a message, as it is stored and as it travels. */
export const MESSAGE = {
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly(), Inside])).readonly(),
  cause: Inside.exactOptional(),
}

/** A message that may have been made by another version: nobody checks that its code is known. */
export const AnyMessage = z.object(MESSAGE)
