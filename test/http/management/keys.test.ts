import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { SCOPES } from '#common/contract/scopes'
import { STUDIO } from '#core/access/keys/service'
import { newProject } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Created = z.object({ keyId: z.string(), key: z.string() })

async function makeKey(json: object, by = station.key): Promise<z.infer<typeof Created>> {
  const answer = await station.management.post('/acme/api-keys', { key: by, json })
  expect(answer).toMatchObject({ status: 201 })
  return Created.parse(answer.body)
}

const PATHS = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ 'x-scope': z.enum(SCOPES).optional() }))),
})

async function operations() {
  const { paths } = PATHS.parse((await station.management.get('/openapi.json', { key: null })).body)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-scope': scope }]) => ({ method: method.toUpperCase(), path, scope })),
  )
}

/** Identity and tasks are open to every key of the workspace. */
const WITHOUT_SCOPE = ['GET /', 'POST /', 'GET /{workspace}/asynctasks/{id}']

test('every operation names the scope that it asks for', async () => {
  const without = (await operations()).filter(({ scope }) => scope === undefined)

  expect(without.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(WITHOUT_SCOPE.toSorted())
})

test('the table of scopes in the documentation is that of the operations', async () => {
  const text = await readFile(new URL('../../../docs/api-keys.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([A-Z]+ \/[^`]*)` \| (.+) \|$/gm)].map(
    ([, operation, scope]) => `${operation} ${scope}`,
  )

  const asked = (await operations()).map(
    ({ method, path, scope }) => `${method} ${path} ${scope ? `\`${scope}\`` : 'any key'}`,
  )

  expect(rows.toSorted()).toEqual(asked.toSorted())
})

test('a key without scopes is refused by every operation that asks for one', async () => {
  const { key } = await makeKey({ name: 'Nothing', scopes: [] })
  const asking = (await operations()).filter(({ scope }) => scope !== undefined)

  for (const { method, path, scope } of asking) {
    const url = path.replace('{workspace}', 'acme').replaceAll(/\{[^}]+\}/g, '1')
    const answer = await station.management.request(method, url, { key, ...(method !== 'GET' && { json: {} }) })
    expect(answer, `${method} ${path}`).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining(scope ?? '') },
    })
  }
})

test('a key with a scope, a section or a role may do just that', async () => {
  const project = await newProject(station)
  const [single, section, role] = await Promise.all(
    [['project:read'], ['project'], ['role:viewer']].map((scopes) => makeKey({ scopes })),
  )

  const read = (key = '') => station.management.get(`/acme/${project}`, { key })
  const create = (key = '') =>
    station.management.post('/acme/projects', { key, json: { name: 'Terns', type: 'object-detection' } })

  for (const made of [single, section, role]) expect(await read(made?.key)).toMatchObject({ status: 200 })
  expect(await create(single?.key)).toMatchObject({ status: 403 })
  expect(await create(role?.key)).toMatchObject({ status: 403 })
  expect(await create(section?.key)).toMatchObject({ status: 201 })
})

test('without scopes in the request a key inherits those of its maker, and nobody gives more than the own', async () => {
  const maker = await makeKey({ scopes: ['api-key:create', 'api-key:read', 'image:read'] })
  const heir = await makeKey({ name: 'Heir' }, maker.key)

  const wider = await station.management.post('/acme/api-keys', { key: maker.key, json: { scopes: ['image'] } })
  const full = await station.management.post('/acme/api-keys', { key: maker.key, json: { scopes: null } })
  const listed = await station.management.get(`/acme/api-keys/${heir.keyId}`)

  expect(wider).toMatchObject({ status: 403, body: { error: expect.any(String) } })
  expect(full).toMatchObject({ status: 403 })
  expect(listed.body).toMatchObject({ apiKey: { scopes: ['api-key:create', 'api-key:read', 'image:read'] } })
})

test('the secret is told once, when the key is made', async () => {
  const { keyId, key } = await makeKey({ name: 'Once' })

  const list = await station.management.get('/acme/api-keys?includeDisabled=true')
  const one = await station.management.get(`/acme/api-keys/${keyId}`)

  expect(JSON.stringify([list.body, one.body])).not.toContain(key)
  expect(one.body).toMatchObject({ apiKey: { keyId, name: 'Once', prefix: key.slice(0, 8), default: false } })
})

test('a disabled key opens nothing until it is enabled; a revoked one never again', async () => {
  const { keyId, key } = await makeKey({ name: 'Switch' })
  const set = (disabled: boolean) =>
    station.management.request('PATCH', `/acme/api-keys/${keyId}`, { json: { disabled } })

  await set(true)
  const whileOff = await station.management.get('/', { key })
  const shown = await station.management.get('/acme/api-keys')
  await set(false)
  const whileOn = await station.management.get('/', { key })
  const revoked = await station.management.request('DELETE', `/acme/api-keys/${keyId}`)
  const after = await station.management.get('/', { key })

  expect(whileOff).toMatchObject({ status: 401, body: { error: 'The API key "Switch" is disabled' } })
  expect(JSON.stringify(shown.body)).not.toContain(keyId)
  expect(whileOn).toMatchObject({ status: 200 })
  expect(revoked).toMatchObject({ status: 200, body: { status: 'revoked', keyId } })
  expect(after).toMatchObject({ status: 401 })
})

test.each([
  [{ scopes: ['project:fly'] }, 400, 'project:fly'],
  [{ scopes: 'project' }, 400, 'scopes'],
  [{ name: '' }, 400, 'name'],
  [{ name: 'x'.repeat(101) }, 400, 'name'],
  [{ folderIds: ['f1'] }, 404, 'There is no folder "f1"'],
  [{ folderIds: 'f1' }, 400, 'folderIds'],
  [{ customMetadata: { deep: { er: 1 } } }, 400, 'customMetadata'],
])('a key is not made of %j', async (json, status, word) => {
  const before = (await station.management.get('/acme/api-keys')).body

  const answer = await station.management.post('/acme/api-keys', { json })

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(word) } })
  expect((await station.management.get('/acme/api-keys')).body).toEqual(before)
})

test('keys of another workspace are not there', async () => {
  const fish = await station.addWorkspace('fish')
  const { keyId } = await makeKey({ name: 'Ours' })

  const answer = await station.management.get(`/fish/api-keys/${keyId}`, { key: fish.key })

  expect(answer).toMatchObject({ status: 404 })
})

test('a key that asks too often is told when to come back, and others are not held up', async () => {
  const limited = await testStation({ rateLimit: { perMinute: 2 } })
  try {
    const made = await limited.management.post('/acme/api-keys', { json: { name: 'Second' } })
    const { key: other } = Created.parse(made.body)
    const statuses = []
    for (let i = 0; i < 3; i += 1) statuses.push(await limited.management.get('/'))

    expect(statuses.map(({ status }) => status)).toEqual([200, 429, 429])
    expect(statuses.at(-1)?.headers['retry-after']).toBe('30')
    expect(await limited.management.get('/', { key: other })).toMatchObject({ status: 200 })
  } finally {
    await limited.close()
  }
})

test('a key changes and revokes no key that may do more than itself', async () => {
  const weak = await makeKey({ scopes: ['api-key'] })
  const limited = await makeKey({ scopes: ['api-key', 'project'] })
  const path = (id: string) => `/acme/api-keys/${id}`
  const first = z
    .object({ apiKeys: z.array(z.object({ keyId: z.string(), default: z.boolean() })) })
    .parse((await station.management.get('/acme/api-keys')).body)
    .apiKeys.find((key) => key.default)

  const answers = []
  for (const keyId of [first?.keyId ?? '', limited.keyId]) {
    for (const json of [{ scopes: [] }, { disabled: true }, { name: 'Mine' }, { protected: true }])
      answers.push(await station.management.request('PATCH', path(keyId), { key: weak.key, json }))
    answers.push(await station.management.request('DELETE', path(keyId), { key: weak.key }))
  }
  const itself = await station.management.request('PATCH', path(weak.keyId), { key: weak.key, json: { name: 'Me' } })

  for (const answer of answers)
    expect(answer).toMatchObject({ status: 403, body: { error: expect.stringContaining('has more permissions than') } })
  expect(itself).toMatchObject({ status: 200 })
  expect(await station.management.get('/acme')).toMatchObject({ status: 200 })
})

test('only a key with full access protects a key, and the studio revokes a protected one', async () => {
  const weak = await makeKey({ scopes: ['api-key'] })
  const json = { protected: true }
  const itself = await station.management.request('PATCH', `/acme/api-keys/${weak.keyId}`, { key: weak.key, json })
  const made = await station.management.post('/acme/api-keys', { key: weak.key, json })
  const byOwner = await station.management.request('PATCH', `/acme/api-keys/${weak.keyId}`, { json })
  const overHttp = await station.management.request('DELETE', `/acme/api-keys/${weak.keyId}`)
  const inStudio = await station.services.keys.revoke({ workspace: station.workspace, id: weak.keyId }, STUDIO)

  const error = 'Only a key with full access can protect a key'
  expect([itself, made]).toMatchObject([
    { status: 403, body: { error } },
    { status: 403, body: { error } },
  ])
  expect([byOwner.status, overHttp.status]).toEqual([200, 409])
  expect(inStudio.ok).toBe(true)
})

test('the last key that may do everything is neither stripped nor removed', async () => {
  const alone = await testStation()
  try {
    const { body } = await alone.management.get('/acme/api-keys')
    const [first] = z.object({ apiKeys: z.array(z.object({ keyId: z.string() })) }).parse(body).apiKeys
    const path = `/acme/api-keys/${first?.keyId}`
    const ask = (method: string, json?: object) => alone.management.request(method, path, json ? { json } : {})

    const refused = [
      await ask('PATCH', { scopes: ['project:read'] }),
      await ask('PATCH', { disabled: true }),
      await ask('DELETE'),
    ]
    await alone.management.post('/acme/api-keys', { json: { name: 'Second', scopes: null } })
    const then = await ask('PATCH', { scopes: ['project:read'] })

    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('Create another full-access key') },
      })
    expect(then).toMatchObject({ status: 200 })
  } finally {
    await alone.close()
  }
})
