import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

/** Starts a server for one test that answers each body with JSON; returns its address. */
export async function answeringServer(answer: (body: string) => string): Promise<string> {
  const server = createServer((request, response) => {
    const send = (body: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(answer(body))
    void text(request).then(send)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = z.custom<AddressInfo>().parse(server.address())
  return `http://127.0.0.1:${port}`
}
