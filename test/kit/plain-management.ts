import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { FORWARDED } from '#common/contract/forwarding'

/** A management API whose server is not a Tessera, with only the public operations. */
export interface PlainManagement {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the management API of a station without the parts that only another Tessera uses. Its links point here too.
 * While the station is down, connections break.
 */
export async function plainManagement(of: string): Promise<PlainManagement> {
  const { hostname, port } = new URL(of)
  const server = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked
    if (url.startsWith(FORWARDED)) {
      answer.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"There is no such operation"}')
      return
    }
    const passed = request({ hostname, port, path: url, method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      void pipeline(told, answer).catch(() => answer.destroy())
    })
    passed.on('error', () => asked.socket.destroy())
    void pipeline(asked, passed).catch(() => passed.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
