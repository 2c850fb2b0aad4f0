import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'

const CITRUS = {
  type: 'object',
  properties: { count: { type: 'integer', minimum: 0 }, kind: { enum: ['lemon', 'lime'] } },
  required: ['count'],
  additionalProperties: false,
}

const Listed = z.object({ schemas: z.array(z.looseObject({ name: z.string() })), count: z.int() })

function create({ http }: TestEvents, event_schema: string, event_data: object) {
  return http.post('/v2/events', { json: newEvent({ event_schema, event_data }) })
}

function put({ http }: TestEvents, name: string, json: unknown) {
  return http.request('PUT', `/v2/schemas/${name}`, { json })
}

async function names({ http }: TestEvents): Promise<string[]> {
  return Listed.parse((await http.get('/v2/schemas')).body).schemas.map(({ name }) => name)
}

const BUILT_IN = ['quality_check', 'inventory_count', 'safety_alert', 'custom', 'operator_feedback']

test('a schema of more than 10,000 members is refused before it is parsed', async () => {
  const events = await testEvents()
  const properties = Object.fromEntries(Array.from({ length: 10_001 }, (_, nth) => [`p${nth}`, true]))

  expect(await put(events, 'wide', { properties })).toMatchObject({
    status: 413,
    body: { detail: 'The body has more than 10,000 members of objects, which is the limit. Send a smaller body' },
  })
})

test('the schemas that come with the program are told as JSON Schemas', async () => {
  const { http } = await testEvents()

  const listed = await http.get('/v2/schemas')
  const one = await http.get('/v2/schemas/inventory_count')

  expect(Listed.parse(listed.body)).toMatchObject({ count: 5, schemas: BUILT_IN.map((name) => ({ name })) })
  expect(one).toMatchObject({
    status: 200,
    body: {
      name: 'inventory_count',
      built_in: true,
      fault: null,
      schema: { type: 'object', required: ['itemCount'], properties: { itemCount: { type: 'integer' } } },
    },
  })
})

test('a schema is registered, replaced and removed, and decides from then on what event_data may be', async () => {
  const store = await testEvents()

  const registered = await put(store, 'citrus_count', CITRUS)
  const answers = [
    await create(store, 'citrus_count', { count: 3, kind: 'lime' }),
    await create(store, 'citrus_count', { count: -1 }),
    await create(store, 'citrus_count', { kind: 'lime' }),
    await create(store, 'citrus_count', { count: 1, colour: 'green' }),
    await create(store, 'citrus_count', { count: 1, kind: 'fig' }),
  ]
  const replaced = await put(store, 'citrus_count', { type: 'object', required: ['crates'] })
  const replacedAnswers = [
    await create(store, 'citrus_count', { count: 3 }),
    await create(store, 'citrus_count', { crates: 1 }),
  ]

  expect(registered).toMatchObject({ status: 201, body: { name: 'citrus_count', built_in: false, schema: CITRUS } })
  expect(answers.map(({ status, body }) => [status, z.looseObject({}).parse(body)['detail']])).toEqual([
    [201, undefined],
    [400, 'event_data does not fit citrus_count: count must be >= 0'],
    [400, 'event_data does not fit citrus_count: count is missing'],
    [400, 'event_data does not fit citrus_count: colour is not a field of the schema'],
    [400, 'event_data does not fit citrus_count: kind must be one of "lemon", "lime"'],
  ])
  expect(replaced.status).toBe(200)
  expect(replacedAnswers).toMatchObject([{ status: 400 }, { status: 201 }])
  const removals = [
    await store.http.request('DELETE', '/v2/schemas/citrus_count'),
    await store.http.request('DELETE', '/v2/schemas/citrus_count'),
    await store.http.get('/v2/schemas/citrus_count'),
    await create(store, 'citrus_count', { anything: true }),
  ]
  expect(removals).toMatchObject([
    { status: 200, body: { name: 'citrus_count', deleted: true } },
    { status: 404, body: { detail: 'There is no event schema citrus_count' } },
    { status: 404 },
    { status: 201 },
  ])
  expect(await names(store)).toEqual(BUILT_IN)
})

test('a registered schema is there when the store is opened again', async () => {
  const first = await testEvents()
  await put(first, 'citrus_count', CITRUS)
  await writeFile(join(first.library, 'events/schemas/half.json.1.unfinished'), '{"type"')
  await first.close()

  const second = await testEvents({ library: first.library })

  expect(await create(second, 'citrus_count', { count: 0.5 })).toMatchObject({ status: 400 })
  expect(await readdir(join(second.library, 'events/schemas'))).toEqual(['citrus_count.json'])
})

test('names that no file may have are refused, and nothing is written', async () => {
  const store = await testEvents()
  const odd = ['..%2F..%2Fetc', 'a%20b', '%C3%A4', 'a'.repeat(101), '...', 'con', 'NUL.x', 'a%5Cb', 'a%00b']

  const answers = await Promise.all(odd.map((name) => put(store, name, CITRUS)))

  for (const answer of answers)
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('letters, digits') } })
  expect(await readdir(join(store.library, 'events/schemas'))).toEqual([])
})

test('a schema is one file of its name, whatever that is', async () => {
  const store = await testEvents()
  const odd = ['.hidden', '__proto__', 'constructor', 'a.json', '...x', 'A-b_c.9']

  for (const name of odd) {
    expect(await put(store, name, CITRUS)).toMatchObject({ status: 201, body: { name } })
    expect(await create(store, name, { count: -1 })).toMatchObject({ status: 400 })
  }

  const files = await readdir(join(store.library, 'events/schemas'))
  expect(files.toSorted()).toEqual(odd.map((name) => `${name}.json`).toSorted())
})

test('what comes with the program stays as it is', async () => {
  const store = await testEvents()

  for (const name of BUILT_IN) {
    await writeFile(join(store.library, `events/schemas/${name}.json`), '{"type": "object"}')
    const answers = [await put(store, name, CITRUS), await store.http.request('DELETE', `/v2/schemas/${name}`)]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining(name) } })
    expect(await create(store, name, { nonsense: true })).toMatchObject({ status: 400 })
  }

  expect(await names(store)).toEqual(BUILT_IN)
})

function nested(levels: number): object {
  return levels === 0 ? {} : { properties: { a: nested(levels - 1) } }
}

const UNUSABLE: readonly (readonly [kind: string, schema: object, reason: string])[] = [
  ['of no known type', { type: 'objekt' }, 'type must be one of "array", "boolean"'],
  ['with a broken pattern', { properties: { a: { pattern: '(' } } }, 'Invalid regular expression'],
  ['of another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, 'draft 2020-12 or draft-07'],
  ['that refers to the internet', { $ref: 'https://example.com/a.json' }, 'nothing is fetched'],
  ['that refers to nothing', { $ref: '#/$defs/none' }, 'nothing is fetched'],
  ['that would answer later', { $async: true }, '$async'],
  ['of many levels', nested(60), 'levels'],
  ['of many bytes', { description: 'a'.repeat(300_000) }, 'bytes'],
]

test('a schema that cannot be used is refused with the reason, and nothing is written', async () => {
  const store = await testEvents()

  for (const [kind, schema, reason] of UNUSABLE) {
    const { status, body } = await put(store, 'odd', schema)
    expect({ kind, status, body }).toMatchObject({
      kind,
      status: 400,
      body: { detail: expect.stringContaining(reason) },
    })
  }

  expect(await readdir(join(store.library, 'events/schemas'))).toEqual([])
})

test('a body that is no JSON object does not fit', async () => {
  const { http } = await testEvents()

  for (const body of ['[]', '"x"', '', '{'])
    expect(await http.request('PUT', '/v2/schemas/odd', { body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], msg: expect.any(String), type: expect.any(String) }] },
    })
})

test('both drafts are understood, each by its own rules, and unknown formats are let pass', async () => {
  const store = await testEvents()
  const tuple = { properties: { at: { type: 'array', prefixItems: [{ type: 'number' }], items: false } } }
  const older = { properties: { at: { type: 'array', items: [{ type: 'number' }], additionalItems: false } } }
  await put(store, 'newer', { $schema: 'https://json-schema.org/draft/2020-12/schema', ...tuple })
  await put(store, 'older', { $schema: 'http://json-schema.org/draft-07/schema#', ...older })
  await put(store, 'formats', { properties: { at: { format: 'date-time' }, odd: { format: 'barcode' } } })

  const statuses = [
    await create(store, 'newer', { at: [1] }),
    await create(store, 'newer', { at: [1, 2] }),
    await create(store, 'older', { at: [1] }),
    await create(store, 'older', { at: [1, 2] }),
    await create(store, 'formats', { at: '2026-11-22T10:00:00Z', odd: '?' }),
    await create(store, 'formats', { at: 'yesterday' }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([201, 400, 201, 400, 201, 400])
})

test('schemas may refer to themselves, and to names of their own that others use too', async () => {
  const store = await testEvents()
  const tree = (type: string) => ({
    $id: 'https://example.com/tree',
    $defs: { leaf: { $id: 'https://example.com/leaf', type } },
    properties: { leaf: { $ref: 'leaf' }, child: { $ref: '#' } },
  })
  await put(store, 'words', tree('string'))
  await put(store, 'numbers', tree('number'))

  const statuses = [
    await create(store, 'words', { child: { child: { leaf: 'oak' } } }),
    await create(store, 'words', { child: { child: { leaf: 1 } } }),
    await create(store, 'numbers', { child: { child: { leaf: 1 } } }),
    await create(store, 'numbers', { child: { child: { leaf: 'oak' } } }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([201, 400, 201, 400])
})

test('a pattern that takes for ever on some text ends, and the text is refused', async () => {
  const store = await testEvents({ schemaCheckMs: 1000 })
  await put(store, 'slow', { properties: { code: { pattern: '^(a+)+$' } } })

  const answer = await create(store, 'slow', { code: `${'a'.repeat(60)}b` })

  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('takes longer than 1 second') } })
  expect(await create(store, 'slow', { code: 'aaaa' })).toMatchObject({ status: 201 })
})

test('schemas are compiled, and events checked against them, in a thread of their own', async () => {
  const store = await testEvents()
  const threads: number[] = []
  store.keeping.schemaWork.onDone((ranIn) => threads.push(ranIn))

  await put(store, 'citrus_count', CITRUS)
  const compiled = threads.splice(0)
  await create(store, 'citrus_count', { count: 1 })
  const checked = threads.splice(0)
  await create(store, 'custom', { value: 'x' })

  for (const ranIn of [compiled, checked]) {
    expect(ranIn.length).toBeGreaterThan(0)
    expect(ranIn).not.toContain(threadId)
  }
  expect(threads).toEqual([])
})

test('a file that somebody puts into the folder, edits and takes away is followed', async () => {
  const store = await testEvents()
  const folder = join(store.library, 'events/schemas')
  const path = join(folder, 'by hand.json')

  const before = await create(store, 'by hand', { count: -1 })
  await writeFile(path, `\uFEFF${JSON.stringify(CITRUS)}`)
  const added = await create(store, 'by hand', { count: -1 })
  await writeFile(path, JSON.stringify({ type: 'object', required: ['crates'] }))
  const edited = await create(store, 'by hand', { count: -1 })
  await rename(path, join(folder, 'renamed.json'))
  const renamed = await create(store, 'by hand', { count: -1 })

  expect([before, added, edited, renamed].map(({ status }) => status)).toEqual([201, 400, 400, 201])
  expect(edited.body).toEqual({ detail: 'event_data does not fit by hand: crates is missing' })
  expect(await names(store)).toEqual([...BUILT_IN, 'renamed'])
})

test('a file that is no JSON Schema refuses events of its name with the reason, and can be replaced', async () => {
  const store = await testEvents()
  const folder = join(store.library, 'events/schemas')
  await writeFile(join(folder, 'cut.json'), '{"type": "obj')
  await writeFile(join(folder, 'list.json'), '[]')
  await writeFile(join(folder, 'huge.json'), ' '.repeat(300_000))
  await mkdir(join(folder, 'folder.json'))

  expect((await create(store, 'cut', {})).body).toEqual({
    detail: 'event_data does not fit cut: the JSON Schema that is registered for it cannot be used: not JSON',
  })
  expect(await create(store, 'list', {})).toMatchObject({ status: 400 })
  expect(await create(store, 'huge', {})).toMatchObject({ status: 400 })
  expect(await create(store, 'folder', {})).toMatchObject({ status: 201 })
  expect((await store.http.get('/v2/schemas/cut')).body).toEqual({
    name: 'cut',
    built_in: false,
    schema: null,
    fault: 'not JSON',
  })
  expect(await put(store, 'cut', CITRUS)).toMatchObject({ status: 200 })
  expect(await create(store, 'cut', { count: 1 })).toMatchObject({ status: 201 })
  await rm(join(folder, 'folder.json'), { recursive: true })
})

test('only registered names are taken where free names are switched off', async () => {
  const store = await testEvents({ settings: { FREE_EVENT_SCHEMAS: 'false' } })
  await put(store, 'citrus_count', CITRUS)

  const answers = [
    await create(store, 'citrus_count', { count: 1 }),
    await create(store, 'citrus', { count: 1 }),
    await create(store, '__proto__', {}),
    await create(store, '../events', {}),
    await create(store, 'a'.repeat(1000), {}),
    await create(store, 'custom', { value: 'x' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400, 400, 201])
  expect(answers[1]?.body).toEqual({
    detail: 'event_schema citrus is not known here. Register it, or set FREE_EVENT_SCHEMAS=true',
  })
})

test('schemas that are registered at the same time are all there, and the file is the one that came last', async () => {
  const store = await testEvents()
  const versions = Array.from({ length: 20 }, (_, minimum) => ({ properties: { count: { minimum } } }))

  const answers = await Promise.all([
    ...versions.map((schema) => put(store, 'same', schema)),
    ...versions.map((schema, index) => put(store, `other-${index}`, schema)),
  ])

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(21)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
  const text = await readFile(join(store.library, 'events/schemas/same.json'), 'utf8')
  expect(JSON.parse(text)).toEqual(versions.at(-1))
  expect(await names(store)).toHaveLength(26)
})

test('the schemas ask for the key too', async () => {
  const { http } = await testEvents({ apiKey: 'secret' })
  const without = { key: null, json: CITRUS }

  expect([
    await http.get('/v2/schemas', { key: null }),
    await http.get('/v2/schemas/custom', { key: null }),
    await http.request('PUT', '/v2/schemas/mine', without),
    await http.request('DELETE', '/v2/schemas/mine', { key: null }),
  ]).toMatchObject([{ status: 401 }, { status: 401 }, { status: 401 }, { status: 401 }])
})
