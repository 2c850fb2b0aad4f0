import { z } from 'zod'
import { METADATA_OPERATORS } from '../events/query.ts'
import { Classification, Detection, KeypointDetection, Segmentation } from '../events/stored-event.ts'
import { ImageId, ProjectSlug } from '../ids.ts'
import { onMachine, Said } from './kit.ts'

/** ISO 8601 with microseconds, UTC. */
const EventMoment = z.string()

/** The event store's own filters, one to one: what the screen shows, a program can ask for with the same words. */
export const EventFilterView = z.object({
  /** Inclusive; of `created_at`. */
  start: EventMoment.optional(),
  /** Exclusive. */
  end: EventMoment.optional(),
  devices: z.array(z.string()).default([]),
  schemas: z.array(z.string()).default([]),
  workflows: z.array(z.string()).default([]),
  externalId: z.string().optional(),
  relatedEventId: z.string().optional(),
  metadata: z.array(z.object({ key: z.string(), operator: z.enum(METADATA_OPERATORS), value: z.string() })).default([]),
  includeDrafts: z.boolean().default(true),
})
export type EventFilterView = z.infer<typeof EventFilterView>

const EventImageView = z.object({
  /** The image with what was drawn into it; null where there is none. */
  fileId: z.string().nullable(),
  /** The image as it was taken. */
  inputFileId: z.string().nullable(),
  label: z.string().nullable(),
  objectDetections: z.array(Detection),
  classifications: z.array(Classification),
  instanceSegmentations: z.array(Segmentation),
  keypoints: z.array(KeypointDetection),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})
export type EventImageView = z.infer<typeof EventImageView>

const EventFileView = z.object({
  fileId: z.string(),
  label: z.string().nullable(),
  contentType: z.string().nullable(),
  bytes: z.number().nullable(),
})
export type EventFileView = z.infer<typeof EventFileView>

export const EventView = z.object({
  id: z.string(),
  createdAt: EventMoment,
  inferenceTimestamp: z.string(),
  draft: z.boolean(),
  finalizedAt: EventMoment.nullable(),
  /** Set when the sweep made it final, not its producer. */
  autoFinalizedAt: EventMoment.nullable(),
  solution: z.string().nullable(),
  workflowId: z.string().nullable(),
  workflowVersion: z.string().nullable(),
  deviceId: z.string().nullable(),
  streamId: z.string().nullable(),
  imageId: z.string().nullable(),
  eventSchema: z.string(),
  eventData: z.record(z.string(), z.unknown()),
  customMetadata: z.record(z.string(), z.unknown()).nullable(),
  images: z.array(EventImageView),
  videos: z.array(EventFileView),
  localOnlyFiles: z.array(EventFileView),
  /** Index into `images` of the one to show. */
  displayImagePosition: z.int().nullable(),
  originalFileCount: z.int(),
  currentFileCount: z.int(),
  apiVersion: z.string(),
  /** Why it was not sent to the cloud at the last try; null where it was, waits for its first try, or is not to be sent. */
  heldBecause: Said.nullable(),
  /** Characters of the whole event where it is too long to be shown whole: its lists and texts end early then. Null where all is here. */
  shortenedFrom: z.int().nullable(),
})
export type EventView = z.infer<typeof EventView>

export const EventStoreStatus = z.object({
  events: z.int(),
  drafts: z.int(),
  bytes: z.number(),
  oldest: EventMoment.nullable(),
  /** Events of the last ten seconds, as a rate. */
  perSecond: z.number(),
  /** Why it takes no events now; null when it takes them. */
  blockedBecause: Said.nullable(),
  limits: z.object({
    /** 0: kept until there is no room. */
    retentionDays: z.number(),
    /** 0: any number. */
    maxRecords: z.number(),
    maxBytes: z.number(),
    /** Drafts older than this are made final; 0 never. */
    draftSeconds: z.number(),
  }),
  /** Null when events are not sent anywhere. */
  upload: z
    .object({
      host: z.string(),
      waiting: z.int(),
      failing: z.int(),
      lastFailure: Said.nullable(),
    })
    .nullable(),
})
export type EventStoreStatus = z.infer<typeof EventStoreStatus>

const EventRef = z.object({ event: z.string() })

export const eventsContract = {
  /** A page in the order of `direction`; `next` goes into `end` (descending) or `start` (ascending) of the next one, and is null on the last. */
  page: onMachine
    .input(z.object({ filter: EventFilterView, limit: z.int().min(1).max(200), direction: z.enum(['asc', 'desc']) }))
    .output(
      z.object({
        events: z.array(EventView),
        next: EventMoment.nullable(),
        /** Ids of those that are left out because they are damaged in the database. */
        damaged: z.array(z.string()),
      }),
    ),
  find: onMachine.input(EventRef).output(EventView),
  /** How many fit, in `buckets` equal spans between `start` and `end` of the filter, which must be there. */
  histogram: onMachine
    .input(z.object({ filter: EventFilterView.required({ start: true, end: true }), buckets: z.int().min(1).max(400) }))
    .output(z.object({ counts: z.array(z.int()) })),
  count: onMachine.input(z.object({ filter: EventFilterView })).output(z.object({ count: z.int() })),
  /** The values that there are to filter by. */
  facets: onMachine.output(
    z.object({
      devices: z.array(z.string()),
      schemas: z.array(z.string()),
      workflows: z.array(z.string()),
      metadataKeys: z.array(z.string()),
    }),
  ),
  /** The moments of the oldest and the youngest event; null when there is none. */
  span: onMachine.output(z.object({ oldest: EventMoment, youngest: EventMoment }).nullable()),
  status: onMachine.output(EventStoreStatus),
  finalize: onMachine.input(EventRef).output(EventView),
  /** Stores an event of the schema `operator_feedback` about this one. */
  giveFeedback: onMachine
    .input(EventRef.extend({ feedback: z.enum(['correct', 'incorrect', 'inconclusive']) }))
    .output(EventView),
  /**
   * The image of each event becomes an image of the project, and what was found in it waits there as proposals. An image that the
   * project has already gets the proposals too. Places are read as pixels of the image as it is displayed, upright where a camera turned
   * it. Only while the studio works on this machine.
   */
  sendToProject: onMachine
    .input(z.object({ events: z.array(z.string()).min(1).max(500), project: ProjectSlug }))
    .output(
      z.object({
        added: z.int(),
        /** Images that the project had already. */
        known: z.int(),
        proposed: z.int(),
        /** Findings that wait nowhere: classes of whole images, what lies outside of its image, and what the project has no place for. */
        leftOut: z.int(),
        images: z.array(ImageId),
        failed: z.array(z.object({ event: z.string(), reason: Said })),
      }),
    ),
}
