import type { Listening } from '#servers/kit/listen'
import type { StudioSessions } from '#servers/studio/sessions'
import type { Adapters } from './adapters/adapters.ts'
import type { EventKeeping } from './events/event-keeping.ts'
import type { ServerName } from './ports.ts'
import type { StudioTarget } from './remote/target.ts'
import type { Services } from './services.ts'
import type { StoreStates } from './stores/store-states.ts'

/** Where each started server listens. */
export type RunningServers = Readonly<Partial<Record<ServerName, Listening>>>

/** The program behind the servers. */
export interface Program {
  readonly adapters: Adapters
  readonly services: Services
  readonly events: EventKeeping
  readonly target: StudioTarget
  readonly stores: StoreStates
  /** Lets a page into the studio. */
  readonly token: string
  /** The browsers that were let in. */
  readonly sessions: StudioSessions
  /** Signs the links to images that the management API hands out. */
  readonly linkSecret: string
}
