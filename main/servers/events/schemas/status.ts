import { z } from 'zod'

export const HealthBody = z
  .object({
    status: z.literal('healthy'),
    version: z.string(),
    events: z.int(),
    drafts: z.int(),
    capacity_blocked: z.boolean(),
  })
  .meta({ id: 'StoreHealth' })

const moment = z.string().nullable()

export const StatusBody = z
  .object({
    version: z.string(),
    layout: z.int().meta({ description: 'Number of the layout of the database' }),
    uptime_seconds: z.int(),
    events: z.int(),
    drafts: z.int(),
    unsent: z.int().meta({ description: 'Final events that wait to be sent' }),
    bytes: z.int().meta({ description: 'Of the events and their files' }),
    oldest: moment.meta({ description: 'created_at of the oldest event' }),
    newest: moment,
    capacity_blocked: z.boolean(),
    blocked_because: z.string().nullable(),
    read_only: z.string().nullable().meta({ description: 'Why the event store is read-only' }),
    free_bytes: z.int().nullable().meta({ description: 'Of the disk' }),
    limits: z
      .object({
        FREE_EVENT_SCHEMAS: z.boolean(),
        RETENTION_DAYS: z.number(),
        MAX_RECORDS: z.number(),
        MAX_BYTES: z.number(),
        MIN_FREE_BYTES: z.number(),
        MAX_RECORD_BYTES: z.number(),
        MAX_FILE_BYTES: z.number(),
        DRAFT_AUTO_FINALIZE_SECONDS: z.number(),
        DEFAULT_SOLUTION_ID: z.string().nullable(),
        CLOUD_UPLOAD_URL: z.string().nullable(),
      })
      .meta({ description: 'The settings by their names in the environment' }),
    outbox: z.object({
      enabled: z.boolean(),
      waiting: z.int(),
      failing: z.int(),
      oldest: moment,
      last_failure: z.string().nullable(),
    }),
  })
  .meta({ id: 'StoreStatus' })
