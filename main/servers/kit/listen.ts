import type { FastifyInstance } from 'fastify'
import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'

/** A server's port is taken; the message names the server, the port and the flag that changes it. */
export class PortInUseError extends SaidError {
  override readonly name = 'PortInUseError'
  readonly code = 'port-in-use'

  constructor(server: string, port: number) {
    super(message('start-port-in-use', { port: String(port), server }))
  }
}

/** A built server, for those above the servers who start and stop it. */
export type Server = Pick<FastifyInstance, 'listen' | 'close' | 'server'>

/** Where a server listens. */
export interface Address {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

export interface Listening {
  readonly url: string
  readonly port: number
}

/** Starts listening and answers the URL that reaches the server. */
export async function listen(name: string, server: Server, { host, port }: Address): Promise<Listening> {
  try {
    await server.listen({ host, port })
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'EADDRINUSE')
      throw new PortInUseError(name, port)
    throw failure
  }
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error(`The ${name} server has no address`)
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { url: `http://${shown}:${address.port}`, port: address.port }
}
