import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  BegunSession,
  BrowserSessions,
  OWN_SESSION_URL,
  SESSIONS_URL,
} from '#common/contract/workspace/browser-sessions'
import { ProjectSlug } from '#common/ids'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'

let library: string
let station: StationProcess
let link: URL

beforeAll(async () => {
  library = await mkdtemp(join(tmpdir(), 'tessera-access-'))
  station = await startStation(library, ['--only', 'studio'])
  link = new URL(station.urls.studio)
})

afterAll(async () => {
  await station.stop()
  await removeFolder(library)
})

/** A bare request, with whatever headers an attacker would send. */
function ask(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: link.hostname, port: link.port, path, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The outcome of opening a WebSocket: `open`, or the status that refused it. */
function connect(headers: Record<string, string>): Promise<string | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${link.host}/rpc`, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => undefined)
  })
}

test('without the link nothing is shown', async () => {
  expect((await ask('/')).status).toBe(401)
  expect((await ask('/?token=wrong')).status).toBe(401)
  expect((await ask('/images/aaaaaaaaaaaaaaaaaaaa/thumb')).status).toBe(401)
})

test('the link gives a cookie that scripts cannot read, and leaves the address without the token', async () => {
  const first = await ask(`/?token=${link.searchParams.get('token')}`)

  expect(first.status).toBe(302)
  expect(first.headers['location']).toBe('/')
  expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Strict/)
})

test.each(['//', '//elsewhere.example/', '/.//elsewhere.example', '/\\\\elsewhere.example'])(
  'an address with two slashes (%s) is a place of this host',
  async (path) => {
    const stranger = await ask(path)
    const signedIn = await ask(`${path}?token=${link.searchParams.get('token')}`)

    expect(stranger.status).toBe(401)
    expect(signedIn.status).toBe(302)
    expect(new URL(String(signedIn.headers['location']), link.origin).host).toBe(link.host)
  },
)

/** The cookie that a browser keeps after opening the link. */
async function signIn(host = link.host): Promise<string> {
  const { headers } = await ask(`/?token=${link.searchParams.get('token')}`, { host, 'user-agent': 'Browser' })
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

test('the cookie is named after the port and holds a session of its own, not the token', async () => {
  const [first, second] = [await signIn(), await signIn()]
  const kept = await readFile(join(library, 'sessions.json'), 'utf8')

  expect(first).toMatch(new RegExp(`^tessera-${link.port}=[0-9a-f]{64}$`))
  expect(second).not.toBe(first)
  expect(first).not.toContain(link.searchParams.get('token'))
  expect(kept).not.toContain(first.split('=')[1])
  expect((await ask('/', { cookie: first })).status).toBe(200)
  expect((await ask('/', { cookie: `tessera-${link.port}=${link.searchParams.get('token')}` })).status).toBe(401)
  expect((await ask('/', { cookie: first, host: '127.0.0.1:1' })).status).toBe(401)
})

test('a browser that opens the link again keeps its session', async () => {
  const cookie = await signIn()

  const again = await ask(`/?token=${link.searchParams.get('token')}`, { cookie })

  expect(again).toMatchObject({ status: 302, headers: { location: '/' } })
  expect(again.headers['set-cookie']).toBeUndefined()
})

async function sessionsOf(cookie: string) {
  const response = await fetch(`${link.origin}/sessions`, { headers: { cookie } })
  return BrowserSessions.parse(await response.json()).sessions
}

test('a window exchanges the token for a session of its own, which ends alone', async () => {
  const token = link.searchParams.get('token') ?? ''
  const begin = (secret: string) =>
    fetch(new URL(SESSIONS_URL, link), { method: 'POST', headers: { authorization: `Bearer ${secret}` } })
  const { secret } = BegunSession.parse(await (await begin(token)).json())
  const authorization = `Bearer ${secret}`

  const before = [(await ask('/', { authorization })).status, await connect({ authorization })]
  const again = await begin(secret)
  await fetch(new URL(OWN_SESSION_URL, link), { method: 'DELETE', headers: { authorization } })
  const after = [(await ask('/', { authorization })).status, await connect({ authorization })]

  expect([before, again.status, after]).toEqual([[200, 'open'], 403, [401, 403]])
  expect((await ask('/', { authorization: `Bearer ${token}` })).status).toBe(200)
})

test('who signs out is let in no more, and the open line of the page ends', async () => {
  const [cookie, other] = [await signIn(), await signIn()]
  const socket = new WebSocket(`ws://${link.host}/rpc`, { headers: { cookie, origin: link.origin } })
  await once(socket, 'open')
  const closed = once(socket, 'close')

  const out = await fetch(`${link.origin}/sessions/own`, { method: 'DELETE', headers: { cookie } })

  await closed
  expect(out.headers.get('set-cookie')).toMatch(/=; .*Max-Age=0/)
  expect((await ask('/', { cookie })).status).toBe(401)
  expect(await connect({ cookie, origin: link.origin })).toBe(403)
  expect((await ask('/', { cookie: other })).status).toBe(200)
})

test('a line that carries anything but calls is closed', async () => {
  const authorization = `Bearer ${link.searchParams.get('token')}`
  const codes: unknown[] = []
  for (const frame of ['xxxx', `{"i":"1","p":{"u":"/projects/create","b":${'['.repeat(100_000)}`]) {
    const socket = new WebSocket(`ws://${link.host}/rpc`, { headers: { authorization } })
    await once(socket, 'open')
    const closed = once(socket, 'close')
    socket.send(frame)
    codes.push((await closed)[0])
  }

  expect(codes).toEqual([1007, 1009])
})

test('all other sessions can be ended at once', async () => {
  const [own, other] = [await signIn(), await signIn()]
  const before = await sessionsOf(own)

  await fetch(`${link.origin}/sessions/others`, { method: 'DELETE', headers: { cookie: own } })

  expect(before.length).toBeGreaterThan(1)
  expect(before.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  expect(await sessionsOf(own)).toEqual([expect.objectContaining({ isOwn: true, agent: 'Browser' })])
  expect((await ask('/', { cookie: other })).status).toBe(401)
})

test('the studio answers to localhost in capitals and with a dot behind it, on its line too', async () => {
  const authorization = `Bearer ${link.searchParams.get('token')}`

  for (const name of ['LOCALHOST', 'localhost.']) {
    const host = `${name}:${link.port}`
    expect((await ask('/', { host, authorization })).status).toBe(200)
    expect(await connect({ host, authorization })).toBe('open')
  }
})

test('a compressed body is refused by the studio', async () => {
  const authorization = `Bearer ${link.searchParams.get('token')}`
  const headers = { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' }

  const answer = await fetch(new URL('/models/draft/files', link.origin), { method: 'PUT', headers, body: 'packed' })

  expect(answer.status).toBe(415)
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining('Content-Encoding: gzip') })
})

test('a request under another host name is refused, with the token too', async () => {
  const headers = { host: 'tessera.example:9002', authorization: `Bearer ${link.searchParams.get('token')}` }

  expect((await ask('/', headers)).status).toBe(403)
  expect(await connect(headers)).toBe(403)
})

test('a WebSocket of another page is refused, the own page is let in', async () => {
  const authorization = `Bearer ${link.searchParams.get('token')}`

  expect(await connect({ authorization, origin: 'http://evil.example' })).toBe(403)
  expect(await connect({ origin: link.origin })).toBe(403)
  expect(await connect({ authorization, origin: link.origin })).toBe('open')
})

test('pages come with a policy that loads nothing from elsewhere', async () => {
  const { headers } = await station.fetch('/')

  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['/../package.json', '/..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd', '/exports/..%2f..%2f/1/coco'])(
  'the path %s leads nowhere',
  async (path) => {
    const { status } = await ask(path, { authorization: `Bearer ${link.searchParams.get('token')}` })

    expect([400, 403, 404]).toContain(status)
  },
)

test('a file for an import that is not open is refused in words', async () => {
  const response = await station.fetch('/imports/aaaaaaaaaaaaaaaaaaaa/files?path=a.jpg', { method: 'PUT', body: 'x' })

  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining('This import has ended') })
})

test('a station on a library that is open already says who holds it', async () => {
  await expect(startStation(library, ['--only', 'studio'])).rejects.toThrow(`process ${station.pid}`)
})

test('a port in use is named with the flag that changes it', async () => {
  const other = await mkdtemp(join(tmpdir(), 'tessera-port-'))

  await expect(startStation(other, ['--only', 'studio', '--studio-port', link.port])).rejects.toThrow('--studio-port')

  await removeFolder(other)
})

test('what pages of other origins ask for is refused, with the token too; a link to the studio is followed', async () => {
  const authorization = `Bearer ${link.searchParams.get('token')}`
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const window = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  expect((await ask('/images/aaaaaaaaaaaaaaaaaaaa/thumb', { authorization, ...image })).status).toBe(403)
  expect((await ask('/', { authorization, ...image, 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await ask('/', { authorization, ...window })).status).toBe(200)
})

test('a session outlives a restart of the station', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-restart-'))
  const first = await startStation(folder, ['--only', 'studio'])
  const { host, searchParams } = new URL(first.urls.studio)
  const opened = await fetch(`http://${host}/?token=${searchParams.get('token')}`, { redirect: 'manual' })
  const secret = opened.headers.get('set-cookie')?.split(';')[0]?.split('=')[1]
  await first.kill()
  const second = await startStation(folder, ['--only', 'studio'])
  const { host: now, port } = new URL(second.urls.studio)

  const { status } = await fetch(`http://${now}/`, { headers: { cookie: `tessera-${port}=${secret}` } })

  expect(status).toBe(200)
  await second.stop()
  await removeFolder(folder)
})

test('an address that cannot be decoded is refused in the words of the studio', async () => {
  const answer = await station.fetch('/%ff')
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining('/%ff') }])
})

test('an input that does not fit is refused by a code, and by the place of the value', async () => {
  const named = station.studio.projects.create({ name: 'a\tb', type: 'object-detection' })
  const paged = station.studio.images.page({
    project: ProjectSlug.parse('a'),
    filter: {},
    sort: 'added',
    offset: -1,
    limit: 9,
  })

  const [name, page] = await Promise.all([named, paged].map((call) => call.catch((thrown: unknown) => thrown)))

  expect(name).toMatchObject({ code: 'REFUSED', data: { code: 'request-misfit', reason: 'request-invalid' } })
  expect(name).toMatchObject({ message: expect.not.stringContaining('validation') })
  expect(page).toMatchObject({ data: { cause: { code: 'input-value-misfit', params: { field: 'offset' } } } })
})
