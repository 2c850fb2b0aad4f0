import type { MessagePortMain } from 'electron'
import type { Message } from '#common/messages/template'

/** Where a core answers requests for pixels, uploads and downloads, and what lets one in. */
export interface CoreAddress {
  /** `http://host:port`, without a path. */
  readonly origin: string
  readonly token: string
}

/** The window's way to a core: a process of our own, or a station that somebody else runs. */
export interface CoreLink {
  /** The core's address, or undefined while no core can be reached. */
  address(): CoreAddress | undefined
  /** Gives `offer` one end of a channel now or as soon as there is a core, and a new one after each loss, until it is stopped. */
  serve(offer: (port: MessagePortMain) => void): () => void
  /** The API key, or undefined where the key is not this program's to give. */
  readonly apiKey: (() => string | undefined) | undefined
  /** The titles of the tasks that stop with it; absent where they go on without this program. */
  readonly openTasks?: () => Promise<readonly Message[]>
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>
}
