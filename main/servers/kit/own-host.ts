import type { FastifyInstance } from 'fastify'

/** An IP address or localhost: a name of somebody's domain is not one. */
export function isOwnHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '')
  return name === 'localhost' || /^\d+\.\d+\.\d+\.\d+$/.test(name) || /^\[[0-9a-f:]+\]$/i.test(name)
}

/** Refuses requests under another host name, so that a web page cannot reach the server by rebinding a name of its own. */
export function guardHost(server: FastifyInstance, errorBody: (sentence: string) => object): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers
    if (isOwnHost(host)) return done()
    return reply
      .code(403)
      .send(
        errorBody(
          `This server does not answer to the host name ${host ?? '(none)'}. Use its IP address or localhost, or start with --host`,
        ),
      )
  })
}
