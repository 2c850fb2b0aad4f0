import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { ifRemoteJson, readRemoteJson } from '#compose/remote/remote-json'
import { remoteManagement } from '#remote/management'
import { READ_AT_ONCE } from '#servers/kit/json/json-reader'
import { inWords } from '../kit/in-words.ts'
import { testStation } from '../kit/station.ts'

const open: Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers as it likes; `host` is where. */
async function strangeServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { host, management: remoteManagement({ baseUrl: `http://${host}`, apiKey: 'tk_test', timeoutMs: 200 }) }
}

const json =
  (body: unknown, status = 200) =>
  (_request: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

test('a host that does not answer is named', async () => {
  const management = remoteManagement({ baseUrl: 'http://127.0.0.1:1', apiKey: 'tk_test' })

  const answer = await management.workspace()

  const message = expect.stringMatching(/^127\.0\.0\.1:1 cannot be reached: /)
  expect(inWords(answer)).toEqual({ ok: false, error: { reason: 'remote-unreachable', message } })
})

test('a host that takes the request and says nothing is given up', async () => {
  const { host, management } = await strangeServer(() => undefined)

  const answer = await management.workspace()

  const message = `${host} cannot be reached: it gave no answer in time`
  expect(inWords(answer)).toEqual({ ok: false, error: { reason: 'remote-unreachable', message } })
})

test.each([
  { created: 1_700_000_000, ok: true },
  { created: 1e300, ok: false },
])('a project made at the second $created is understood: $ok', async ({ created, ok }) => {
  const workspace = { name: 'acme', url: 'acme' }
  const project = {
    id: 'acme/bay',
    name: 'Bay',
    type: 'object-detection',
    annotation: 'boats',
    public: false,
    images: 0,
    unannotated: 0,
    splits: {},
    classes: {},
    colors: {},
    created,
    updated: 1,
  }
  const { management } = await strangeServer((request, response) => {
    const isRoot = request.url?.split('?')[0] === '/'
    json(isRoot ? { workspace: 'acme' } : { workspace, project, versions: [] })(request, response)
  })

  const answer = await management.project('bay')
  expect(answer).toMatchObject({ ok })
})

test('a folder that is deleted with an empty answer is deleted', async () => {
  const { management } = await strangeServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 204).end(request.url === '/' ? '{"workspace":"acme"}' : undefined)
  })

  expect(await management.folders.remove('harbour1')).toEqual({ ok: true, value: undefined })
  expect(await management.folders.removeProjects('harbour1', ['bay'])).toEqual({ ok: true, value: undefined })
})

const foreignJob = { id: 'abc', name: 'Tables', status: 'assigned', numImages: 3, unannotated: 3 }

test('a new job is understood when it is told alone', async () => {
  const created = { _seconds: 1_700_000_000, _nanoseconds: 0 }
  const job = { ...foreignJob, created, sourceBatch: 'cups/monday' }
  const { management } = await strangeServer((request, response) => {
    response.end(JSON.stringify(request.method === 'POST' && request.url !== '/' ? job : { workspace: 'acme' }))
  })
  const words = { name: 'Tables', labeler: '', reviewer: '', instructions: '' }

  const made = await management.jobs.createJob('cups', { ...words, batch: 'monday' })

  expect(made).toMatchObject({ ok: true, value: { id: 'abc', batch: 'monday', counts: { unannotated: 3 } } })
})

test.each([
  ['a moment that is none', { created: { _seconds: 1e300 } }],
  ['a count below nothing', { created: { _seconds: 1 }, approved: -1 }],
])('a job with %s is refused as not understood', async (_what, part) => {
  const { management } = await strangeServer((request, response) => {
    const told = request.url === '/' ? { workspace: 'acme' } : { jobs: [{ ...foreignJob, ...part }] }
    response.end(JSON.stringify(told))
  })

  expect(inWords(await management.jobs.jobs('cups'))).toMatchObject({ ok: false, error: { reason: 'remote-refused' } })
})

test('the sentence of a refusal is passed on with the host', async () => {
  const station = await testStation()
  const baseUrl = await station.listen()

  const answer = await remoteManagement({ baseUrl, apiKey: 'tk_wrong' }).project('bay')
  await station.close()

  const message = `${new URL(baseUrl).host} refuses: This API key is not known here`
  expect(inWords(answer)).toEqual({ ok: false, error: { reason: 'remote-key-refused', message } })
})

test('an answer with more levels than any answer has is not understood', async () => {
  const nested = (levels: number) => `{"workspace":"acme","more":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const sent = (levels: number) => (_request: unknown, response: ServerResponse) => response.end(nested(levels))

  const [flat, deep] = [await strangeServer(sent(10)), await strangeServer(sent(10_000))]

  expect(await flat.management.identify()).toEqual({ ok: true, value: 'acme' })
  expect(inWords(await deep.management.identify())).toMatchObject({ ok: false, error: { reason: 'remote-refused' } })
})

test('a large answer of a remote is read in a thread, which takes its bytes', async () => {
  const large = Buffer.from(JSON.stringify({ workspace: 'x'.repeat(READ_AT_ONCE) }))
  const small = Buffer.from('{"workspace":"acme"}')
  const deep = Buffer.from('['.repeat(READ_AT_ONCE))

  expect(await readRemoteJson(small)).toEqual({ workspace: 'acme' })
  expect(await readRemoteJson(large)).toHaveProperty('workspace')
  expect(await readRemoteJson(deep)).toBeUndefined()
  expect([small.length > 0, large.length, deep.length]).toEqual([true, 0, 0])
})

test('an answer that is passed on as it came goes through a thread too', async () => {
  const text = JSON.stringify({ mesh: 'x'.repeat(READ_AT_ONCE) })

  const [json, none] = [await ifRemoteJson(Buffer.from(text)), await ifRemoteJson(Buffer.from(text.slice(1)))]

  expect([json?.toString() === text, none]).toEqual([true, undefined])
})

test('a refusal as an object is read too', async () => {
  const { host, management } = await strangeServer(json({ error: { message: 'Usage paused', type: 'Locked' } }, 423))

  const answer = await management.identify()

  expect(inWords(answer)).toEqual({
    ok: false,
    error: { reason: 'remote-refused', message: `${host} refuses: Usage paused` },
  })
})

test.each([
  [{ error: 'Bad gateway' }, 'remote-busy'],
  [{ error: 'Bad gateway', retryable: 'yes' }, 'remote-busy'],
  [{ error: 'Could not fetch image URL: a.test is away', retryable: true }, 'image-url-failed'],
])('the status 502 with %j is %s', async (body, code) => {
  const identity = json({ workspace: 'acme' })
  const { management } = await strangeServer((request, response) => {
    const reply = request.url === '/' ? identity : json(body, 502)
    reply(request, response)
  })

  const answer = await management.images.uploadFrom('cups', 'http://a.test/a.png', { name: '' })

  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: code } })
})

test.each([429, 503, 507])('a host that cannot do it now, with the status %d, may be asked again', async (status) => {
  const { host, management } = await strangeServer(json({ error: 'Not now' }, status))

  const answer = await management.identify()

  expect(inWords(answer)).toEqual({ ok: false, error: { reason: 'remote-busy', message: `${host} refuses: Not now` } })
})

test.each([
  ['a page', (_request: unknown, response: ServerResponse) => void response.end('<html>Welcome</html>')],
  ['another object', json({ hello: 'world' })],
  ['a number for a name', json({ workspace: 7 })],
])('an answer that is %s is not believed', async (_what, reply) => {
  const { host, management } = await strangeServer(reply)

  const answer = await management.identify()

  const message = `${host} answered GET / in a way that is not understood`
  expect(inWords(answer)).toEqual({ ok: false, error: { reason: 'remote-refused', message } })
})

test.each(['file:///etc/passwd', 'data:text/plain,hello', 'nowhere'])(
  'the archive link %s is not opened',
  async (link) => {
    const { management } = await strangeServer(json({}))

    const answer = await management.download(link)

    expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'remote-refused' } })
  },
)

test('the API key is not sent along with an archive link', async () => {
  const seen: unknown[] = []
  const { host, management } = await strangeServer(({ headers }, response) => {
    seen.push(headers.authorization)
    response.writeHead(200, { 'content-length': '2', 'content-disposition': 'attachment; filename="a.zip"' }).end('PK')
  })

  const answer = await management.download(`http://${host}/archive?key=1`)

  expect(answer).toMatchObject({ ok: true, value: { fileName: 'a.zip', bytes: 2 } })
  expect(seen).toEqual([undefined])
})
