import type { FastifyInstance } from 'fastify'

/** An IP address or localhost, which may be written in capitals and with the dot of the root behind it: a name of somebody's domain is not one. */
export function isOwnHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '')
  if (!isPossible(host)) return false
  return /^localhost\.?$/i.test(name) || /^\d+\.\d+\.\d+\.\d+$/.test(name) || /^\[[0-9a-f:]+\]$/i.test(name)
}

/** Whether an address can have this host: no port is above 65535, no part of an IPv4 address above 255. */
function isPossible(host: string | undefined): boolean {
  return host === undefined || URL.canParse(`http://${host}`)
}

/** Whether a page's origin is the host of a request: browsers write it in small letters and leave out port 80, programs may do otherwise. */
export function isOriginAt(origin: string, host: string | undefined): boolean {
  const page = URL.parse(origin)
  return page !== null && host !== undefined && page.host === URL.parse(`${page.protocol}//${host}`)?.host
}

interface HostRules {
  readonly errorBody: (sentence: string) => object
  /** Names of hosts are accepted too; impossible ones never are. */
  readonly anyHost: boolean
}

/** Refuses requests under another host name, so that a web page cannot reach the server by rebinding a name of its own. */
export function guardHost(server: FastifyInstance, { errorBody, anyHost }: HostRules): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers
    if (anyHost ? isPossible(host) : isOwnHost(host)) return done()
    return reply
      .code(403)
      .send(
        errorBody(
          `This server does not answer to the host name ${host ?? '(none)'}. Use its IP address or localhost, or start with --host`,
        ),
      )
  })
}
