import type { EventStore } from '#core/events/ports'
import type { EventService } from '#core/events/service'
import type { EventSettings } from '#core/events/settings'
import { countArrivals } from '#core/events/studio/arrivals'
import { type EventScreen, eventScreen } from '#core/events/studio/screen'
import type { Notes } from '#core/ports'
import type { StoreClock } from '#core/time/store-clock'
import { pacedNotes } from './paced-notes.ts'

interface Shown {
  readonly store: EventStore
  readonly service: EventService
  readonly settings: EventSettings
  readonly clock: StoreClock
}

/** At most four notes a second, however many events come. */
const NOTE_PACE_MS = 250

/** Notes and arrival counts of events for open screens. Without `notes`, nobody hears of events. */
export function eventScreens(notes: Notes | undefined) {
  const told = pacedNotes(() => notes?.publish({ kind: 'events' }), NOTE_PACE_MS)
  const arrivals = countArrivals(() => performance.now())

  return {
    /** To be called after every change of the store. */
    changed: told.tell,
    stop: told.stop,

    /** The same service; what it takes in is counted. */
    counted(service: EventService): EventService {
      return {
        ...service,
        async create(event) {
          const created = await service.create(event)
          if (created.ok) arrivals.count()
          return created
        },
      }
    },

    screen({ store, service: events, settings, clock }: Shown): EventScreen {
      return eventScreen({ store, events, settings, arrivals, clock })
    },
  }
}
