import { z } from 'zod'
import { AnyMessage } from '#common/messages/schema'

/** The longest check of one event; the engine's own where it is absent. */
export const SchemaOpening = z.object({ checkMs: z.number().optional() })

/** A schema to compile, or data to check against one. */
export const SchemaQuestion = z.object({
  schema: z.object({ name: z.string(), text: z.string() }),
  /** JSON text; without it only the schema is asked about. */
  data: z.string().optional(),
})
export type SchemaQuestion = z.infer<typeof SchemaQuestion>

export const SchemaReply = z.object({
  ranIn: z.int(),
  /** The fault of the schema, or the misfit of the data. */
  found: AnyMessage.optional(),
})
export type SchemaReply = z.infer<typeof SchemaReply>
