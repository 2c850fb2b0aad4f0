import type { EventService } from '#core/events/service'

/** What the event store's operations stand on. */
export interface EventsServices {
  readonly events: EventService
}
