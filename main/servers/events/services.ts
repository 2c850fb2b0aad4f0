import type { EventService } from '#core/events/service'
import type { LargeEventBodies } from './bodies/large.ts'

/** What the event store's operations stand on. */
export interface EventsServices {
  readonly events: EventService
  readonly largeBodies: LargeEventBodies
}
