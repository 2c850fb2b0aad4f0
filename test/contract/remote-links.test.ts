import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { remoteImageSource } from '#remote/images/source'
import type { LinkRules } from '#remote/links'
import { remoteManagement } from '#remote/management'
import { inWords } from '../kit/in-words.ts'

const open: Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A service of this very machine that a malicious server would like to reach through it. */
async function innerService() {
  const asked: string[] = []
  const host = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('secret')
  })
  return { host, asked }
}

/** A server whose details of an image lead to `link`; what else is asked of it, `otherwise` answers. */
async function leading(
  link: (host: string) => string,
  otherwise: Answer = (_request, response) => response.end('pixels'),
) {
  let own = ''
  own = await serve((request, response) => {
    if (request.url === '/') response.end('{"workspace":"acme"}')
    else if (request.url === '/acme/cups/images/one')
      response.end(JSON.stringify({ image: { urls: { original: link(own) } } }))
    else otherwise(request, response)
  })
  return own
}

async function pixelsBehind(host: string, links: LinkRules = {}): Promise<string> {
  const options = { baseUrl: `http://${host}`, apiKey: 'tk_test', timeoutMs: 2000, links }
  const source = remoteImageSource({ ...options, management: remoteManagement(options), sourceUrl: null })
  const pixels = await source.open('cups', 'one', 'original')
  if (!pixels.ok) return sentenceOf(pixels.error)
  const chunks: Uint8Array[] = []
  for await (const chunk of pixels.value) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('a link to the server itself is followed, whatever scheme it names', async () => {
  expect(await pixelsBehind(await leading((own) => `http://${own}/_/one.jpg`))).toBe('pixels')
  expect(await pixelsBehind(await leading((own) => `https://${own}/_/one.jpg`))).toBe('pixels')
})

test('a link to another service of this machine is not asked', async () => {
  const inner = await innerService()
  const host = await leading(() => `http://${inner.host}/admin`)

  expect(await pixelsBehind(host)).toBe(
    `${host} links to ${inner.host}, which is not on the open internet. To allow it, start Tessera with --trusted-hosts 127.0.0.1`,
  )
  expect(inner.asked).toEqual([])
})

test('a redirect to another service of this machine is not followed', async () => {
  const inner = await innerService()
  const host = await leading(
    (own) => `http://${own}/_/one.jpg`,
    (_request, response) => void response.writeHead(302, { location: `http://${inner.host}/admin` }).end(),
  )

  expect(await pixelsBehind(host)).toContain('is not on the open internet')
  expect(inner.asked).toEqual([])
})

test('a name that leads inside is not asked', async () => {
  const inner = await innerService()
  const port = inner.host.split(':')[1]
  const host = await leading(() => `http://images.example:${port}/one.jpg`)
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]

  expect(await pixelsBehind(host, { resolve })).toContain('is not on the open internet')
  expect(inner.asked).toEqual([])
})

test.each([
  ['that the connection names', (host: string) => ({ named: [`http://${host}/`] })],
  ['that the operator trusts', (host: string) => ({ trustedHosts: [host] })],
])('a link to another server %s is followed', async (_which, rules) => {
  const inner = await innerService()
  const host = await leading(() => `http://${inner.host}/one.jpg`)

  expect(await pixelsBehind(host, rules(inner.host))).toBe('secret')
  expect(inner.asked).toEqual(['GET /one.jpg'])
})

test('an upload is sent to no other service of this machine', async () => {
  const inner = await innerService()
  const host = await serve((request, response) => {
    const started = { signedUrl: `http://${inner.host}/upload`, taskId: 'one' }
    response.end(JSON.stringify(request.url === '/' ? { workspace: 'acme' } : started))
  })
  const management = remoteManagement({ baseUrl: `http://${host}`, apiKey: 'tk_test' })
  async function* archive() {
    yield Buffer.from('zip')
  }

  const refused = await management.zipUploads.send(`http://${inner.host}/upload`, archive())
  const trusted = remoteManagement({ baseUrl: `http://${host}`, apiKey: 'tk', links: { trustedHosts: ['127.0.0.1'] } })
  const sent = await trusted.zipUploads.send(`http://${inner.host}/upload`, archive())

  expect(inWords(refused)).toMatchObject({ ok: false, error: { reason: 'remote-refused' } })
  expect(sent).toEqual({ ok: true, value: undefined })
  expect(inner.asked).toEqual(['PUT /upload'])
})

test('a redirect of the API takes the key nowhere', async () => {
  const inner = await innerService()
  const host = await serve(
    (_request, response) => void response.writeHead(307, { location: `http://${inner.host}/` }).end(),
  )

  const answer = await remoteManagement({ baseUrl: `http://${host}`, apiKey: 'tk_test' }).identify()

  const message = `${host} redirects to http://${inner.host}. To use that address, enter it in the connection`
  expect(inWords(answer)).toEqual({ ok: false, error: { reason: 'remote-refused', message } })
  expect(inner.asked).toEqual([])
})
