import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A web server on a local port with predefined answers. */
export interface ImageHost {
  /** `127.0.0.1:port`. */
  readonly host: string
  readonly port: number
  /** All requests in order. */
  readonly asked: IncomingMessage[]
  close(): Promise<void>
}

export type PathAnswer = (response: ServerResponse, request: IncomingMessage) => void

/** Unknown paths are answered with 404. */
export async function imageHost(paths: Readonly<Record<string, PathAnswer>>): Promise<ImageHost> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    const answer = paths[request.url ?? '']
    if (answer) answer(response, request)
    else response.writeHead(404).end('nothing here')
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    host: `127.0.0.1:${port}`,
    port,
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export const sends =
  (bytes: Uint8Array | string, headers: Readonly<Record<string, string>> = {}): PathAnswer =>
  (response) =>
    void response.writeHead(200, headers).end(bytes)

export const redirectsTo =
  (location: string, status = 302): PathAnswer =>
  (response) =>
    void response.writeHead(status, { location, 'set-cookie': 'seen=1' }).end()
