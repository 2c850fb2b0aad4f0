import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTRACT_HEADER, FORWARDED_CALLS } from '#common/contract/forwarding'
import { ProjectSlug } from '#common/ids'
import { contractHash } from '#compose/remote/contract-hash'
import { type FalseTessera, falseTessera } from '../../kit/false-tessera.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats } from '../../kit/studio-page.ts'

const CUPS = ProjectSlug.parse('cups')
const IMAGE = '/images/aaaaaaaaaaaaaaaaaaaa/thumb'

let folder: string
let far: FalseTessera
let here: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-hostile-'))
  far = await falseTessera()
  here = await startStation(join(folder, 'here'), ['--only', 'studio,management'])
  const alone = { inference: null, source: null, deployments: null }
  const { id } = await here.studio.connections.add({ name: 'Far', management: far.url, key: 'tk_any', ...alone })
  await here.studio.connections.use({ id })
  // The first call waits until it is known what the server is.
  await here.studio.projects.list().catch(() => undefined)
})

afterAll(async () => {
  await Promise.all([here.kill(), far.close()])
  await removeFolder(folder)
})

/** Everything that one connection to the studio hears until it ends. */
async function heard(path: string): Promise<string> {
  const { hostname, port, host, searchParams } = new URL(here.urls.studio)
  const socket = connect(Number(port), hostname)
  const head = `Host: ${host}\r\nAuthorization: Bearer ${searchParams.get('token')}\r\nConnection: close\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
  const chunks: string[] = []
  try {
    for await (const chunk of socket) chunks.push(String(chunk))
  } catch {
    // A connection that is cut has said all that it says.
  }
  return chunks.join('')
}

test('a file that is packed on its way is not told with the length of the packed one', async () => {
  const forged = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>'
  const packed = gzipSync('A'.repeat(200) + forged)
  far.answers.set(IMAGE, (_, response) => {
    const headers = { 'content-type': 'image/jpeg', 'content-encoding': 'gzip', 'content-length': packed.length }
    response.writeHead(200, headers).end(packed)
  })

  const [head = '', body = ''] = (await heard(IMAGE)).split('\r\n\r\n')

  expect(head).not.toContain(`content-length: ${packed.length}`)
  expect(body).toContain('AAAA')
})

test('nothing that a browser runs comes from another machine, whatever it is called', async () => {
  far.answers.set(IMAGE, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'tessera=1' }).end('<script>alert(1)</script>')
  })

  const { headers } = await here.fetch(IMAGE)

  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(headers.get('set-cookie')).toBeNull()
})

test('an answer that is too large or does not fit the contract is refused, and the studio goes on', async () => {
  const ids = (body: string) =>
    far.answers.set('images/ids', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
  const ask = () => here.studio.images.ids({ project: CUPS, filter: {}, sort: 'added' })
  const answers: unknown[] = []
  for (const body of [
    `{"json":[${'7,'.repeat(9_000_000)}7]}`,
    `{"json":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    '{"json":"ids"}',
    '{"json":[1,2,3]}',
    'no JSON',
  ]) {
    ids(body)
    answers.push(await ask().catch((failure: unknown) => failure))
  }

  expect(answers).toEqual(answers.map(() => expect.objectContaining({ code: 'REFUSED' })))
  expect((await here.studio.connections.list()).connections).toHaveLength(2)
})

test('no request leaves the part of the other machine that answers studios, and none carries the token of this one', async () => {
  const asked: string[] = []
  far.heard = (url) => void asked.push(url)
  const token = new URL(here.urls.studio).searchParams.get('token')

  await heard(`/images/..\\..\\away/thumb`)
  await heard(`/images/aaaaaaaaaaaaaaaaaaaa/screen?window=1-2&token=${token}`)

  const routes = asked.filter((url) => url.includes('away') || url.includes('screen'))
  expect(routes).toEqual(['/_studio/images/aaaaaaaaaaaaaaaaaaaa/screen?window=1-2'])
})

test('a remote tells what concerns its projects, and nothing of this machine', async () => {
  const watching = new AbortController()
  const notes = await here.studio.session.watch(undefined, { signal: watching.signal })
  far.tell({ kind: 'moved' }, { kind: 'place', isOpen: false }, { kind: 'classes', project: CUPS })

  const first = await notes.next()
  watching.abort()

  expect(first.value).toEqual({ kind: 'classes', project: CUPS })
})

test('a refusal in very many words is shortened', async () => {
  far.answers.set('images/tags', (_, response) => {
    const said = { defined: true, code: 'REFUSED', status: 409, message: 'word '.repeat(2000), data: { code: 'x' } }
    response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify({ json: said }))
  })

  const failure: unknown = await here.studio.images.tags({ project: CUPS }).catch((told: unknown) => told)

  expect(failure).toMatchObject({ code: 'REFUSED' })
  expect(String(failure).length).toBeLessThan(1000)
})

test('a change that a proxy gave up on is not told as one that was not made', async () => {
  far.answers.set('projects/setPublic', (_, response) => {
    response.writeHead(504, { 'content-type': 'text/html' }).end('<h1>Gateway Timeout</h1>')
  })

  const failure = await here.studio.projects
    .setPublic({ project: CUPS, isPublic: true })
    .catch((thrown: unknown) => thrown)

  expect(failure).toMatchObject({ data: { code: 'remote-outcome-unknown' } })
})

// The connection counts as broken from here on.
test('a change whose answer is lost is not told as one that was not made', async () => {
  far.answers.set('projects/setPublic', ({ socket }) => socket.destroy())

  const failure = await here.studio.projects
    .setPublic({ project: CUPS, isPublic: true })
    .catch((thrown: unknown) => thrown)

  const next = await here.studio.projects
    .setPublic({ project: CUPS, isPublic: true })
    .catch((thrown: unknown) => thrown)

  const lost = { code: 'remote-answer-lost', reason: 'remote-unreachable', cause: { code: 'host-broke-off' } }
  expect(failure).toMatchObject({ data: lost })
  // It was not sent: the connection counts as broken.
  expect(next).toMatchObject({ data: { code: 'remote-unreachable' } })
})

test('a body that ends the call it is put into, and goes on as another message, holds no thread', async () => {
  await here.studio.connections.use({ id: 'here' })
  const project = await addCupsAndBoats(here)
  const [image] = await here.studio.images.ids({ project, filter: {}, sort: 'added' })
  const ours = { [CONTRACT_HEADER]: await contractHash() }
  const smuggle = (end: string) =>
    fetch(`${here.urls.management}${FORWARDED_CALLS}/annotations/open`, {
      method: 'POST',
      headers: { authorization: `Bearer ${here.urls.apiKey}`, 'content-type': 'application/json', ...ours },
      body: `{"json":{"project":"${project}","image":"${image}","pad":"${'x'.repeat(70_000)}"}${end}`,
    })

  const answers = await Promise.all(['}},"t":4,"z":{"y":{}}', '},"u":"/annotations/commit","z":{}}', '}'].map(smuggle))

  expect(answers.map(({ status }) => status >= 400)).toEqual([true, true, false])
})
