import type { EventFilterView, EventStoreStatus, EventView } from '#common/contract/events'
import { type Refusal, refuse } from '#common/errors'
import { formatMoment } from '#common/events/moment'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import { DamagedRowError } from '../../damaged-row.ts'
import type { StoreClock } from '../../time/store-clock.ts'
import { eventNotFound } from '../attaching.ts'
import type { EventFacets, EventReader, EventStore, OutboxState } from '../ports.ts'
import type { EventService } from '../service.ts'
import type { EventSettings } from '../settings.ts'
import type { Arrivals } from './arrivals.ts'
import { eventTexts } from './event-texts.ts'
import { toEventFilter } from './filter-view.ts'
import { idIn, readShownEvent, toEventView } from './view.ts'

export type EventScreen = ReturnType<typeof eventScreen>

interface Dependencies {
  readonly store: Pick<EventStore, 'reader'>
  readonly events: Pick<EventService, 'create' | 'finalize' | 'status'>
  readonly settings: EventSettings
  readonly arrivals: Pick<Arrivals, 'perSecond'>
  readonly clock: StoreClock
}

export interface ScreenPage {
  readonly filter: EventFilterView
  readonly limit: number
  readonly direction: 'asc' | 'desc'
}

type Feedback = 'correct' | 'incorrect' | 'inconclusive'

/** The events as the studio shows them. */
export function eventScreen({ store, events, settings, arrivals, clock }: Dependencies) {
  const { reader } = store

  /** Why events were not sent at the last try, by their id; without upload nothing is held back. */
  async function heldAmong(ids: readonly string[]): ReturnType<EventReader['unsentAmong']> {
    return settings.upload === undefined || ids.length === 0 ? {} : reader.unsentAmong(ids)
  }

  async function viewOf(eventId: string, text: string): Promise<Result<EventView, Refusal>> {
    const event = readShownEvent(text)
    if (event === undefined) throw new DamagedRowError(message('row-event', { id: eventId }), { remedy: 'restore' })
    return ok(toEventView(event, (await heldAmong([event.id]))[event.id] ?? null))
  }

  async function find(eventId: string): Promise<Result<EventView, Refusal>> {
    const text = await reader.preview(eventId)
    return text === undefined ? eventNotFound(eventId) : viewOf(eventId, text)
  }

  return {
    ...reading(reader),
    find,

    async page({ filter: view, ...window }: ScreenPage) {
      const filter = toEventFilter(view)
      if (!filter.ok) return filter
      const page = await reader.previews({ ...filter.value, ...window })
      const texts = eventTexts(page.events)
      const { sound, damaged } = sorted(texts)
      const held = await heldAmong(sound.map(({ id }) => id))
      return ok({
        events: sound.map((event) => toEventView(event, held[event.id] ?? null)),
        next: page.next === undefined ? null : formatMoment(page.next),
        damaged: [...page.damaged, ...damaged],
      })
    },

    async finalize(eventId: string): Promise<Result<EventView, Refusal>> {
      const finalized = await events.finalize(eventId)
      return finalized.ok ? find(eventId) : finalized
    },

    /** Stores what an operator says of an event, as an event of its own. */
    async giveFeedback(eventId: string, feedback: Feedback): Promise<Result<EventView, Refusal>> {
      const about = await find(eventId)
      if (!about.ok) return about
      const { solution, workflowId, workflowVersion, deviceId, streamId } = about.value
      const created = await events.create({
        solution,
        workflowId,
        workflowVersion,
        deviceId,
        streamId,
        inferenceTimestamp: formatMoment(clock.now()),
        eventSchema: 'operator_feedback',
        eventData: { relatedEventId: eventId, feedback },
        imageId: null,
        customMetadata: null,
        images: [],
        displayImagePosition: null,
        draft: false,
      })
      return created.ok ? find(created.value.id) : created
    },

    async status(): Promise<EventStoreStatus> {
      const { totals, span, blockedBecause, outbox } = await events.status()
      const { events: count, drafts, bytes } = totals
      const { retentionDays, maxRecords, maxBytes, draftSeconds } = settings
      return {
        events: count,
        drafts,
        bytes,
        oldest: span === undefined ? null : formatMoment(span.oldest),
        perSecond: arrivals.perSecond(),
        blockedBecause: blockedBecause ? said(blockedBecause) : null,
        limits: { retentionDays, maxRecords, maxBytes, draftSeconds },
        upload: settings.upload && outbox ? uploadState(outbox, settings.upload.url) : null,
      }
    },
  }
}

/** The sound events of a page, and the ids of the damaged ones. */
function sorted(texts: readonly string[]) {
  const sound = []
  const damaged = []
  for (const text of texts) {
    const event = readShownEvent(text)
    if (event === undefined) damaged.push(idIn(text))
    else sound.push(event)
  }
  return { sound, damaged }
}

/** Counts and lists of events. */
function reading(reader: EventReader) {
  return {
    async histogram(view: EventFilterView, buckets: number): Promise<Result<readonly number[], Refusal>> {
      const filter = toEventFilter(view)
      if (!filter.ok) return filter
      const { start, end } = filter.value
      if (start === undefined || end === undefined || end <= start) return refuse('event-histogram-without-range')
      return ok((await reader.histogram({ ...filter.value, start, end }, buckets)).counts)
    },

    async count(view: EventFilterView): Promise<Result<number, Refusal>> {
      const filter = toEventFilter(view)
      return filter.ok ? ok(await reader.count(filter.value)) : filter
    },

    facets: (): Promise<EventFacets> => reader.facets(),

    async span() {
      const span = await reader.span()
      return span ? { oldest: formatMoment(span.oldest), youngest: formatMoment(span.youngest) } : null
    },
  }
}

function uploadState(outbox: OutboxState, url: string): EventStoreStatus['upload'] {
  const { waiting, failing, lastFailure } = outbox
  return { host: new URL(url).host, waiting, failing, lastFailure: lastFailure ? said(lastFailure) : null }
}
