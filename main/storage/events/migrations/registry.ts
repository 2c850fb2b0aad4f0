import type { Migration } from '../../kit/migrate.ts'
import { eventsV10001 } from './0001-events-v1.ts'
import { events0002 } from './0002-events.ts'
import { events0003 } from './0003-identity.ts'
import { events0004 } from './0004-outbox-messages.ts'

/** Every layout of `events.db`, oldest first. */
export const EVENT_MIGRATIONS: readonly Migration[] = [eventsV10001, events0002, events0003, events0004]
