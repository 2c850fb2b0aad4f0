import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { FORWARDED, FORWARDED_CALLS } from '#common/contract/forwarding'
import type { LibraryNote } from '#common/contract/session'
import { contractHash } from '#compose/remote/contract-hash'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server that pretends to be a Tessera of this version, and answers as the test wants. */
export interface FalseTessera {
  readonly url: string
  /** Answers by procedure, `images/ids`, or by route, `/images/…`. */
  readonly answers: Map<string, Answer>
  /** Sends notes to everyone who watches its library. */
  tell(...notes: readonly LibraryNote[]): void
  /** Called for every request. */
  heard: (url: string) => void
  close(): Promise<void>
}

export async function falseTessera(): Promise<FalseTessera> {
  const notice = { contract: await contractHash(), version: '0' }
  const answers = new Map<string, Answer>()
  const watching: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume()
    const { url = '/' } = request
    self.heard(url)
    const asked = url.startsWith(`${FORWARDED_CALLS}/`)
      ? url.slice(FORWARDED_CALLS.length + 1)
      : url.slice(FORWARDED.length)
    const answer = url.startsWith(FORWARDED) ? answers.get(asked) : undefined
    if (answer !== undefined) return answer(request, response)
    if (asked === 'library/watch') {
      watching.push(response)
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    }
    if (url === FORWARDED) return sendJson(response, notice)
    if (url.split('?')[0] === '/') return sendJson(response, { workspace: 'acme' })
    return sendJson(response, { workspace: { name: 'Acme', url: 'acme', members: 1, projects: [] } })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port')
  const self: FalseTessera = {
    heard: () => undefined,
    tell(...notes) {
      const events = notes.map((json) => `event: message\ndata: ${JSON.stringify({ json })}\n\n`)
      for (const response of watching) response.write(events.join(''))
    },
    url: `http://127.0.0.1:${address.port}`,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
