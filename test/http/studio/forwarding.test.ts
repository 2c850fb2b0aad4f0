import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { studioContract } from '#common/contract/contract'
import { CONTRACT_HEADER, FORWARDED, FORWARDED_CALLS } from '#common/contract/forwarding'
import { Declared } from '#common/contract/kit'
import { SCOPES } from '#common/contract/scopes'
import { contractHash } from '#compose/remote/contract-hash'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, type StudioClient, startStation } from '../../kit/station-process.ts'

const Created = z.object({ keyId: z.string(), key: z.string() })

/** Headers that a Tessera of this version sends with every call. */
let ours: Record<string, string>
let folder: string
let there: StationProcess

beforeAll(async () => {
  ours = { [CONTRACT_HEADER]: await contractHash() }
  folder = await mkdtemp(join(tmpdir(), 'tessera-forwarding-'))
  there = await startStation(join(folder, 'there'), ['--only', 'studio,management'])
})

afterAll(async () => {
  await there.kill()
  await removeFolder(folder)
})

function ask(path: string, key: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${there.urls.management}${path}`, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...ours, authorization: `Bearer ${key}` },
  })
}

/** A key with these scopes alone, made over the API. */
async function keyWith(scopes: readonly string[], bounds: object = {}): Promise<{ id: string; key: string }> {
  const response = await ask(`/${there.urls.workspace}/api-keys`, there.urls.apiKey, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: scopes.join(' ').slice(0, 100) || 'none', scopes, ...bounds }),
  })
  const { keyId: id, key } = Created.parse(await response.json())
  return { id, key }
}

/** The procedures of the other Tessera, called with a key. */
function studioWith(key: string): StudioClient {
  const url = `${there.urls.management}${FORWARDED_CALLS}`
  return createORPCClient(new RPCLink({ url, headers: { ...ours, authorization: `Bearer ${key}` } }))
}

function proceduresOf(router: object, above: readonly string[] = []): [string, AnyContractProcedure][] {
  return Object.entries(router).flatMap(([name, value]) =>
    isContractProcedure(value) ? [[[...above, name].join('/'), value]] : proceduresOf(value, [...above, name]),
  )
}

/** A call as another Tessera sends it, of something that no procedure takes. */
async function call(path: string, key: string) {
  const body = JSON.stringify({ json: { project: 7 } })
  const headers = { 'content-type': 'application/json' }
  const response = await ask(`${FORWARDED_CALLS}/${path}`, key, { method: 'POST', headers, body })
  return { status: response.status, text: await textOf(response) }
}

/** A stream of notes has no end. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text()
  await response.body?.cancel()
  return ''
}

const DECLARED = proceduresOf(studioContract).map(
  ([path, procedure]) => [path, Declared.parse(procedure['~orpc'].meta)] as const,
)
const FORWARDED_PROCEDURES = DECLARED.flatMap(([path, { runs, scopes }]) =>
  runs === 'project' ? [[path, scopes] as const] : [],
)
const OTHER_PROCEDURES = DECLARED.flatMap(([path, { runs }]) => (runs === 'project' ? [] : [path]))

describe('a key', () => {
  test('is needed, and must be one of the whole workspace', async () => {
    const { id: folder } = await there.studio.folders.create({ name: 'North', parentId: null })
    const { key } = await keyWith(['workspace', 'image'], { folderIds: [folder] })

    const answers = [
      await fetch(`${there.urls.management}${FORWARDED}`),
      await ask(FORWARDED, 'tk_unknown'),
      await ask(FORWARDED, key),
      await ask(`${FORWARDED}?api_key=${there.urls.apiKey}`, ''),
    ]

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 401])
    expect(await answers[2]?.json()).toEqual({ error: expect.stringContaining('is limited to folders or a workflow') })
  })

  test('opens the studio of its workspace', async () => {
    const studio = studioWith(there.urls.apiKey)
    const { slug: project } = await studio.projects.create({ name: 'Harbour', type: 'object-detection' })

    expect(await there.studio.projects.read({ project })).toMatchObject({ name: 'Harbour' })
    expect(await studio.keys.list()).toMatchObject({ keys: expect.any(Array) })
  })

  test.each(FORWARDED_PROCEDURES)('opens %s with its scopes alone', async (path, scopes) => {
    for (const lacking of scopes) {
      const { key } = await keyWith(SCOPES.filter((scope) => scope !== lacking))
      const { status, text } = await call(path, key)

      expect([lacking, status, text]).toEqual([lacking, 403, expect.stringContaining(`the scope ${lacking}`)])
    }
    // Every procedure that reads the call's body refuses it, after checking the scopes.
    const { key } = await keyWith(scopes.length === 0 ? ['workspace:read'] : scopes)
    expect((await call(path, key)).text).not.toContain('the scope')
  })

  test.each(OTHER_PROCEDURES)('does not open %s, which stays on its machine', async (path) => {
    const { status, text } = await call(path, there.urls.apiKey)

    expect([status, text]).toEqual([503, expect.stringContaining('concerns the machine itself')])
  })

  test('gives away no more than it may do', async () => {
    const { key } = await keyWith(['api-key:read', 'api-key:create', 'api-key:update'])
    const studio = studioWith(key)
    const wide = await keyWith(['project'])
    await there.studio.keys.revoke({ id: wide.id })

    const created = studio.keys.create({ name: 'Mine', rights: 'everything', folders: [] })
    const restored = studio.keys.restore({ id: wide.id })

    await expect(created).rejects.toMatchObject({ data: { code: 'grant-exceeds-own-scopes' } })
    await expect(restored).rejects.toMatchObject({ data: { code: 'api-key-outranks-caller' } })
    expect((await there.studio.keys.list()).keys.map(({ id }) => id)).not.toContain(wide.id)
  })

  test('opens nothing for a Tessera of another version, nor where the call cannot be told', async () => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${there.urls.apiKey}` } }
    const url = `${there.urls.management}${FORWARDED_CALLS}`
    const other = await fetch(`${url}/projects/list`, init)
    const paths = ['projects', 'projects/none', 'projects%2Flist', '/projects/list', 'projects/list/', '__proto__/x']
    const answers = await Promise.all(paths.map((path) => call(path, there.urls.apiKey)))

    expect([other.status, await other.json()]).toEqual([503, { error: expect.stringContaining('a different version') }])
    expect(answers.map(({ status }) => status >= 400)).toEqual(paths.map(() => true))
  })

  test('opens nothing once it is revoked', async () => {
    const { id, key } = await keyWith(['project'])
    const studio = studioWith(key)
    await studio.projects.list()
    await there.studio.keys.revoke({ id })

    await expect(studio.projects.list()).rejects.toMatchObject({ status: 401 })
  })
})

test('a key that is revoked while its call is on its way opens nothing', async () => {
  const { id, key } = await keyWith(['project'])
  const began = Promise.withResolvers<void>()
  async function* body() {
    yield Buffer.from('{"json":{"name":"Late",')
    await began.promise
    yield Buffer.from('"type":"object-detection"}}')
  }
  const headers = { ...ours, 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const url = `${there.urls.management}${FORWARDED_CALLS}/projects/create`
  const init: RequestInit = { method: 'POST', headers }
  const calling = fetch(url, Object.assign(init, { body: ReadableStream.from(body()), duplex: 'half' }))
  await there.studio.keys.revoke({ id })
  began.resolve()

  expect((await calling).status).toBe(401)
  expect((await there.studio.projects.list()).map(({ name }) => name)).not.toContain('Late')
})

describe('routes', () => {
  test('ask for their scope, and no page of a browser reaches them', async () => {
    const studio = studioWith(there.urls.apiKey)
    const { slug: project } = await studio.projects.create({ name: 'Quay', type: 'object-detection' })
    const { taskId } = await studio.imports.start({ project, batchName: 'One', expected: 1 })
    const path = `${FORWARDED}/imports/${taskId}/files?path=coffee.jpg`
    const body = new Uint8Array(await photo('coffee.jpg'))
    const reading = await keyWith(['image:read'])

    const refused = await ask(path, reading.key, { method: 'PUT', body })
    const foreign = await ask(path, there.urls.apiKey, {
      method: 'PUT',
      body,
      headers: { origin: 'http://evil.example' },
    })
    const taken = await ask(path, there.urls.apiKey, { method: 'PUT', body })
    await studio.imports.finish({ taskId })
    const [image] = await studio.images.ids({ project, filter: {}, sort: 'added' })
    const pixels = await ask(`${FORWARDED}/images/${image}/thumb`, reading.key)

    expect([refused.status, foreign.status, taken.status]).toEqual([403, 403, 200])
    expect([pixels.status, pixels.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('of the machine itself are not there', async () => {
    const paths = ['/', '/sessions', '/events/export/jsonl', '/models/abc/files', '/playground/images']

    const answers = await Promise.all(paths.map((path) => ask(`${FORWARDED}${path}`, there.urls.apiKey)))

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404])
  })
})
