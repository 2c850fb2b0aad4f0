import type { EventService } from '#core/events/service'
import type { LargeEventBodies } from './bodies/large.ts'

/** Services behind the event store's operations. */
export interface EventsServices {
  readonly events: EventService
  readonly largeBodies: LargeEventBodies
}
