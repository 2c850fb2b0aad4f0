import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Random } from '../ports.ts'
import type { StoreClock } from '../time/store-clock.ts'
import type { Capacity } from './capacity.ts'
import { keepImages } from './creation.ts'
import { draftService } from './drafts.ts'
import { uuidAt } from './event-id.ts'
import { fileService } from './files/files.ts'
import type { NewEvent } from './new-event.ts'
import type { EventImageReader, EventMedia, EventSchemaShelf, EventStore, KeptBytes } from './ports.ts'
import { eventReading } from './reading.ts'
import { type ReadyEvent, readyEvent, solutionMissing, storedMembers } from './ready.ts'
import { eventSchemas } from './schemas.ts'
import type { EventSettings } from './settings.ts'
import { eventStatus, type RunningStore } from './status.ts'

export type EventService = ReturnType<typeof eventService>

export interface EventDependencies {
  readonly store: EventStore
  readonly media: EventMedia
  readonly images: EventImageReader
  readonly schemas: EventSchemaShelf
  readonly capacity: Capacity
  readonly settings: EventSettings
  readonly clock: StoreClock
  readonly random: Pick<Random, 'hex'>
  readonly running: RunningStore
  /** Called after every change. */
  readonly changed: () => void
}

export interface CreatedEvent {
  readonly id: string
  /** Ids of the stored images: of each entry the output image, then the input image. */
  readonly imageIds: readonly string[]
  /** Microseconds since 1970. */
  readonly createdAt: number
  readonly draft: boolean
}

/** The events of this machine: how they come in and how they are read. */
export function eventService(dependencies: EventDependencies) {
  const { store, media, schemas, capacity, settings, clock, random, changed } = dependencies
  const freshId = () => uuidAt(clock.now(), random.hex(10))

  return {
    ...draftService({ ...dependencies, freshId }),
    ...fileService(dependencies),
    ...eventReading(store.reader),
    ...eventStatus(dependencies),
    ...eventSchemas(schemas),

    totals: () => store.totals(),

    /** Whether there is room; refuses with the reason when not. */
    capacity: () => capacity.check(),

    /**
     * Stores an event; resolves when it is on disk with all its files. Checks in this order: room, `event_data`, images, solution. Nothing
     * is written when one of them fails.
     */
    create: (event: NewEvent) => createReady(() => readyEvent(event, dependencies)),

    /** The same for an event that is made ready elsewhere once there is room for it. */
    createReady,

    /** The stored event as JSON in UTF-8. */
    async find(eventId: string): Promise<Result<Uint8Array, Refusal>> {
      const found = await store.reader.findWritten(eventId)
      return found === undefined ? refuse('event-not-found', { event: eventId }) : ok(found)
    },
  }

  async function createReady(
    makeReady: () => Promise<Result<ReadyEvent, Refusal>>,
  ): Promise<Result<CreatedEvent, Refusal>> {
    const room = capacity.take()
    if (!room.ok) return room
    try {
      const ready = await makeReady()
      if (!ready.ok) return ready
      const solution = ready.value.solution ?? settings.defaultSolution ?? null
      if (solution === null && settings.upload) return solutionMissing()
      return ok(await keep(ready.value, solution))
    } finally {
      room.value.giveBack()
    }
  }

  async function keep(event: ReadyEvent, solution: string | null): Promise<CreatedEvent> {
    const held: KeptBytes[] = []
    let isNamed = false
    try {
      const hold = (kept: KeptBytes) => void held.push(kept)
      const images = event.images.map((image) => image.images)
      const { entries, files } = await keepImages(images, media, { freshId, hold })
      const id = freshId()
      const { deviceId, eventSchema, workflowId, draft, externalId, relatedEventId, metadata } = event
      // One literal: this runs for every event, and taking objects apart costs more than the rest of it.
      const createdAt = await store.writer.create({
        id,
        draft,
        deviceId,
        eventSchema,
        workflowId,
        externalId,
        relatedEventId,
        files,
        now: clock.now(),
        metadata,
        members: storedMembers(event, solution, entries),
        isToSend: settings.upload !== undefined,
      })
      isNamed = true
      changed()
      return { id, imageIds: files.map((file) => file.id), createdAt, draft }
    } finally {
      if (held.length > 0) await letGo(held, isNamed)
    }
  }

  /** Releases bytes; those that no event names do not stay on the disk. */
  async function letGo(held: readonly KeptBytes[], isNamed: boolean): Promise<void> {
    for (const each of held) each.release()
    if (isNamed) return
    const hashes = held.map(({ hash }) => hash)
    await media.remove(hashes, store.reader.namedAmong)
  }
}
