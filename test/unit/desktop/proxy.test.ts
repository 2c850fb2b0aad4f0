import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CoreAddress } from '#desktop/core-link'
import { forwardToCore, isCorePath } from '#desktop/proxy'

interface Heard {
  readonly request: IncomingMessage
  readonly body: string
}

const heard: Heard[] = []
const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  heard.push({ request, body: await text(request) })
  response.writeHead(200, { 'content-type': 'image/webp', 'set-cookie': 'secret=1', etag: '"e"' }).end('pixels')
}

let core: CoreAddress

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  core = { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, token: 'secret-token' }
})
afterAll(() => void server.close())

function ask(path: string, init?: RequestInit & { duplex?: 'half' }): Promise<Response> {
  const url = new URL(`tessera://app${path}`)
  return forwardToCore(new Request(`http://page${path}`, init), url, core)
}

test('an image is fetched with the token, and without what the page should not send or see', async () => {
  const response = await ask('/images/a/thumb?x=1', {
    headers: { cookie: 'a=b', authorization: 'mine', accept: 'image/*' },
  })

  const { request } = heard.at(-1) ?? {}
  expect([request?.url, request?.headers.authorization, request?.headers.cookie, request?.headers.accept]).toEqual([
    '/images/a/thumb?x=1',
    'Bearer secret-token',
    undefined,
    'image/*',
  ])
  expect([await response.text(), Object.fromEntries(response.headers)]).toEqual([
    'pixels',
    { 'content-type': 'image/webp', etag: '"e"' },
  ])
})

test('an upload goes through as a stream', async () => {
  const pieces = ['one ', 'two ', 'three']
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(Buffer.from(piece))
    },
  })

  await ask('/imports/t/files?path=a.jpg', { method: 'PUT', body, duplex: 'half' })

  expect(heard.at(-1)?.body).toBe('one two three')
})

test('a question to a model is passed on with its answer', async () => {
  const response = await ask('/playground/answers', { method: 'POST', body: '{}' })

  expect([response.status, heard.at(-1)?.request.method, heard.at(-1)?.body]).toEqual([200, 'POST', '{}'])
})

test('no path leads to another host', async () => {
  for (const path of ['/images//example.invalid/x', '/images/@example.invalid', '/images/\\\\example.invalid'])
    await ask(path)

  expect(heard.slice(-3).map(({ request }) => request.headers.host)).toEqual(Array(3).fill(new URL(core.origin).host))
})

test('only pixels and transfers are passed on, and only as they are asked for', async () => {
  const paths = [
    '/images/a/thumb',
    '/versions/p/1/images/h',
    '/previews/k',
    '/imports/t/files',
    '/exports/p/1/coco',
    '/search-exports/t',
    '/datasets/d/files',
    '/catalog/looks',
    '/playground/answers',
    '/models/d/files',
    '/events/files/f',
  ]
  const others = ['/', '/rpc', '/index.html', '/images.html', '//images/a']

  expect(paths.filter(isCorePath)).toEqual(paths)
  expect(others.filter(isCorePath)).toEqual([])
  expect((await ask('/images/a/thumb', { method: 'DELETE' })).status).toBe(405)
})

test('while there is no core the page is told to come back', async () => {
  const url = new URL('tessera://app/images/a/thumb')
  const gone = { origin: 'http://127.0.0.1:1', token: '' }

  const answers = await Promise.all(
    [undefined, gone].map((address) => forwardToCore(new Request('http://page/'), url, address)),
  )

  expect(answers.map(({ status }) => status)).toEqual([503, 503])
})
