import { z } from 'zod'

const JsonSchema = z.record(z.string(), z.unknown())

export const SchemaParams = z.object({ name: z.string() })

export const SchemaBody = JsonSchema.meta({ id: 'JsonSchema', description: 'JSON Schema, draft 2020-12 or draft-07' })

export const EventSchemaBody = z
  .object({
    name: z.string(),
    built_in: z.boolean().meta({ description: 'It comes with the program' }),
    schema: JsonSchema.nullable(),
    fault: z.string().nullable().meta({ description: 'Why it cannot be used; events of this name are refused' }),
  })
  .meta({ id: 'EventSchema' })

export const EventSchemasBody = z
  .object({ schemas: z.array(EventSchemaBody), count: z.int() })
  .meta({ id: 'EventSchemas' })

export const DeletedSchemaBody = z.object({ name: z.string(), deleted: z.literal(true) }).meta({ id: 'DeletedSchema' })
