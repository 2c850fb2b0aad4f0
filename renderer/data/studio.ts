import { type ClientLink, createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { studioContract } from '#common/contract/contract'
import { connection, openLink } from './connection.ts'
import { ConnectionLost } from './sentence.ts'

export type Studio = ContractRouterClient<typeof studioContract>

/** A link that outlives connections: each call goes over the one that is open. */
const link: ClientLink<Record<never, never>> = {
  async call(path, input, options) {
    const inner = await openLink(options.signal)
    const { epoch } = connection.getState()
    try {
      return await inner.call(path, input, options)
    } catch (error) {
      const now = connection.getState()
      throw now.status === 'open' && now.epoch === epoch ? error : new ConnectionLost(error)
    }
  },
}

/** The core, as typed procedures: `await studio.projects.list()`. */
export const studio: Studio = createORPCClient(link)
