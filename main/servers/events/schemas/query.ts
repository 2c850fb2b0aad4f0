import { z } from 'zod'
import { StoredEvent } from '#common/events/stored-event'

const Limit = z.coerce
  .number('must be a whole number from 1 to 1000')
  .int()
  .min(1)
  .max(1000)
  .default(100)
  .meta({ description: 'Most events of the answer' })

const IncludeDrafts = z
  .stringbool({
    truthy: ['true', '1', 'yes', 'on', 't', 'y'],
    falsy: ['false', '0', 'no', 'off', 'f', 'n'],
    error: 'must be true or false',
  })
  .default(true)
  .meta({ description: 'false: only events that are final' })

const value = z.string().optional()
const list = value.meta({ description: 'One of several, separated by commas' })
const moment = (description: string) => value.meta({ description, format: 'date-time' })

/** Each one is a separate test in the statement, whose length is limited. */
const MOST_METADATA_FILTERS = 32

export const EventQueryString = z.object({
  start_time: moment('Created at this moment or later'),
  end_time: moment('Created before this moment'),
  limit: Limit,
  device_id: value,
  event_schema: value,
  workflow_id: value,
  external_id: value.meta({ description: 'externalId of event_data' }),
  related_event_id: value.meta({ description: 'relatedEventId of event_data' }),
  device_id__in: list,
  event_schema__in: list,
  workflow_id__in: list,
  external_id__in: list,
  sort_direction: z.string().default('desc').meta({ description: 'asc or desc, by created_at' }),
  metadata_filter: z.array(z.string()).max(MOST_METADATA_FILTERS).default([]).meta({
    description: 'key:value or key:op:value on custom_metadata, op being eq, ne, gt, lt, gte or lte; all must hold',
  }),
  include_drafts: IncludeDrafts,
})
export type EventQueryString = z.infer<typeof EventQueryString>

export const LatestQueryString = z.object({ limit: Limit, include_drafts: IncludeDrafts })

export const EventPageBody = z
  .object({
    events: z.array(StoredEvent),
    count: z.int(),
    next_timestamp: z
      .string()
      .nullable()
      .meta({ description: 'Where the next page begins: its end_time, or its start_time when ascending' }),
    damaged: z.array(z.string()).optional().meta({
      description: 'Ids of events that are left out because they are damaged in the database; only where there are any',
    }),
  })
  .meta({ id: 'EventPage' })
