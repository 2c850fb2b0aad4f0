import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { StoredEvent } from '#common/events/stored-event'
import { newEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'
import { plainImage } from '../../kit/stored-events.ts'

/** `TESSERA_FUZZ=20000 npx vitest run test/http/events/fuzz.test.ts` asks so often; `TESSERA_FUZZ_SEED=1` asks otherwise. */
const REQUESTS = Number(process.env['TESSERA_FUZZ'] ?? 2000)
const SEED = Number(process.env['TESSERA_FUZZ_SEED'] ?? 20_261_122)

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
})
type Operations = ReadonlyMap<string, ReadonlySet<string>>

/** The statuses that the reference tells, by operation. */
async function documented({ http }: TestEvents): Promise<Operations> {
  const { paths } = Document.parse((await http.get('/openapi.json')).body)
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => [
        `${method.toUpperCase()} ${path}`,
        new Set(Object.keys(responses)),
      ]),
    ),
  )
}

/** Bodies that are taken. */
function good(png: string): readonly object[] {
  const box = { class: 'cup', x: 1, y: 2, width: 3, height: 4, confidence: 0.5 }
  const points = [
    [0, 0],
    [9, 0],
    [9, 9],
  ]
  return [
    newEvent(),
    newEvent({ draft: true, custom_metadata: { line: 'three', shift: 2, night: false }, deviceId: 'd' }),
    newEvent({ event_schema: 'operator_feedback', event_data: { relatedEventId: 'x', feedback: 'correct' } }),
    newEvent({ event_schema: 'citrus', event_data: { count: 3, code: 'aaa', tree: { tree: {} } } }),
    newEvent({ event_schema: 'free', event_data: { any: [1, { thing: null }] }, solution: 's', workflowId: 'w' }),
    newEvent({
      displayImagePosition: 0,
      images: [
        {
          base64Image: png,
          inputBase64Image: `data:image/png;base64,${png}`,
          label: 'l',
          metadata: { a: 1 },
          objectDetections: [box],
          classifications: [{ class: 'cup', confidence: 1 }],
          instanceSegmentations: [{ ...box, points }],
          keypoints: [{ ...box, keypoints: [{ id: 0, x: 1, y: 2 }] }],
        },
      ],
    }),
  ]
}

const CITRUS = {
  properties: { count: { type: 'integer' }, code: { pattern: '^(a|b)+$' }, tree: { $ref: '#' } },
  required: ['count'],
}

const nasty = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    '',
    '0',
    -1,
    1e308,
    2 ** 53,
    '../..',
    '__proto__',
    '\u0000',
    '🦀',
    '\ud83d',
    [],
    {},
    [[]],
    true,
    'AAAA',
    '2026-11-22T10:00:00Z',
    'iVBORw0KGgo=',
    'citrus',
    'custom',
    { $ref: '#' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.string({ maxLength: 30 }),
)

/** A value with one place in it changed, renamed, dropped or doubled. */
function mutated(value: unknown, depth = 0): fc.Arbitrary<unknown> {
  const inner = typeof value === 'object' && value !== null && depth < 6 ? Object.entries(value) : []
  if (inner.length === 0) return nasty
  const within = fc
    .constantFrom(...inner)
    .chain(([key, part]) =>
      fc.oneof(
        { weight: 1, arbitrary: fc.constant(without(value, key)) },
        { weight: 1, arbitrary: names.map((name) => withPart(without(value, key), name, part)) },
        { weight: 4, arbitrary: mutated(part, depth + 1).map((changed) => withPart(value, key, changed)) },
      ),
    )
  return fc.oneof(
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.constant([value, value]) },
    { weight: 8, arbitrary: within },
  )
}

const names = fc.oneof(
  fc.constantFrom(
    'deviceId',
    'device_id',
    'eventData',
    'event_schema',
    'images',
    'draft',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 12 }),
)

function without(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.filter((_, place) => String(place) !== key)
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => name !== key))
}

function withPart(value: unknown, key: string, part: unknown): unknown {
  if (Array.isArray(value)) return value.map((old, place) => (String(place) === key ? part : old))
  return Object.fromEntries([...Object.entries(Object(value)), [key, part]])
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string | Buffer
  readonly type: string
}

const types = fc.constantFrom(
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'image/png',
  'a/b/c',
  '',
)

/** Mostly bodies that are nearly right. */
function creations(bodies: readonly object[]): fc.Arbitrary<Asked> {
  const post = { method: 'POST', path: '/v2/events' }
  const whole = fc.constantFrom(...bodies).map((body) => JSON.stringify(body))
  const changed = fc.constantFrom(...bodies).chain((body) => mutated(body).map((json) => JSON.stringify(json) ?? ''))
  const twice = fc
    .constantFrom(...bodies)
    .chain((body) => mutated(body).chain((once) => mutated(once).map((json) => JSON.stringify(json) ?? '')))
  const cut = whole.chain((text) => fc.nat(text.length).map((end) => text.slice(0, end)))
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
  return fc
    .record({
      body: fc.oneof(
        { weight: 6, arbitrary: changed },
        { weight: 3, arbitrary: twice },
        { weight: 1, arbitrary: whole },
        { weight: 1, arbitrary: cut },
        { weight: 1, arbitrary: bytes },
      ),
      type: types,
    })
    .map((asked) => ({ ...post, ...asked }))
}

const conditions = fc.oneof(
  fc.constantFrom(
    'line:eq:three',
    'shift:gt:1',
    'shift:lte:x',
    'night:true',
    ':',
    'a:',
    'gt',
    'a:b:c:d',
    '__proto__:eq:1',
  ),
  fc.string({ maxLength: 20 }),
)

/** Queries of every parameter with values that are right, wrong and odd. */
const queries: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constant('metadata_filter'), conditions),
      fc.tuple(
        fc.oneof(
          fc.constantFrom('start_time', 'end_time', 'limit', 'device_id', 'event_schema', 'workflow_id', 'external_id'),
          fc.constantFrom('related_event_id', 'device_id__in', 'event_schema__in', 'sort_direction', 'include_drafts'),
          fc.string({ maxLength: 10 }),
        ),
        fc.oneof(
          fc.constantFrom('2026-11-22T10:00:00Z', '2026-11-22T10:00:00 00:00', '1', '0', '-1', '1e9', 'asc', 'DESC'),
          fc.constantFrom('true', 'False', 'd', 'd,e,,', 'citrus', '', ',', 'NaN'),
          fc.string({ maxLength: 20 }),
        ),
      ),
    ),
    { maxLength: 5 },
  )
  .map((pairs) => new URLSearchParams(pairs.map((pair) => pair.map((text) => text.toWellFormed()))).toString())

function visits(operations: Operations, ids: readonly string[]): fc.Arbitrary<Asked> {
  const known = [...operations.keys()].map((operation) => operation.split(' '))
  const segment = fc.oneof(fc.constantFrom(...ids, 'citrus', 'custom', '..'), fc.string({ maxLength: 12 }))
  const written = fc.oneof(
    { weight: 5, arbitrary: segment.map((text) => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: fc.constantFrom('%00', 'a%2Fb', '%2E%2E%2Fevents') },
  )
  const place = fc.tuple(fc.constantFrom(...known), written, queries).map(([[method = '', path = ''], id, query]) => ({
    method,
    path: `${path.replace(/\{\w+\}/, () => id)}?${query}`,
  }))
  const wild = fc
    .tuple(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'), fc.array(written, { maxLength: 4 }), queries)
    .map(([method, segments, query]) => ({ method, path: `/${segments.join('/').replace(/^\/+/, '')}?${query}` }))
  const body = fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 40 }),
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value) ?? ''),
    fc.constant(JSON.stringify(CITRUS)),
    fc.uint8Array({ maxLength: 100 }).map((array) => Buffer.from(array)),
  )
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: place }, { weight: 1, arbitrary: wild }), body, types)
    .map(([where, sent, type]) => ({ ...where, body: sent, type }))
}

/** Where there is no operation, nobody reads bodies either. */
const NOWHERE = new Set(['400', '404', '413', '415'])

const Sentence = z.strictObject({ detail: z.string().min(1) })
const Misfits = z.strictObject({
  detail: z
    .array(
      z.looseObject({ loc: z.array(z.union([z.string(), z.int()])).min(1), msg: z.string().min(1), type: z.string() }),
    )
    .min(1),
})

/** Every refusal has the words of its kind, and nothing fails. */
function isFair({ status, body }: { status: number; body: unknown }): boolean {
  if (status < 400) return true
  if (status === 422) return Misfits.safeParse(body).success
  return status < 500 && Sentence.safeParse(body).success
}

/** A body may come with any request, and be none. */
function isUnfit({ status, body }: { status: number; body: unknown }): boolean {
  return status === 422 || (status === 400 && JSON.stringify(body).includes('not valid UTF-8'))
}

/** The operation that a request means; there are more ways to write its address. */
function operationOf(operations: Operations, { method, path }: Asked): string | undefined {
  const parts = new URL(path, 'http://x').pathname.replace(/\/$/, '').split('/').slice(1)
  return [...operations.keys()].find((operation) => {
    const [ownMethod, ownPath = ''] = operation.split(' ')
    const own = ownPath.split('/').slice(1)
    return (
      ownMethod === method &&
      own.length === parts.length &&
      own.every((part, at) => part.startsWith('{') || part === parts[at])
    )
  })
}

test(`${REQUESTS} broken requests are answered as the reference tells, and the store stays sound`, async () => {
  const store = await testEvents({ settings: { MAX_RECORD_BYTES: '100000', RETENTION_DAYS: '0' } })
  await store.http.request('PUT', '/v2/schemas/citrus', { json: CITRUS })
  const operations = await documented(store)
  const bodies = good(await plainImage('png'))
  const ids: string[] = ['018f0000-0000-7000-8000-000000000000']
  let created = 0

  async function ask(asked: Asked): Promise<void> {
    const { method, path, body, type } = asked
    const headers = type === '' ? {} : { 'content-type': type }
    const answer = await store.http.request(method, path, { headers, ...(method !== 'GET' && { body }) })
    const operation = operationOf(operations, asked)
    const statuses = operation === undefined ? NOWHERE : operations.get(operation)
    // The specification tells of all operations that values may not fit: any of them may be sent a body.
    const isTold = isUnfit(answer) || (statuses?.has(String(answer.status)) ?? false)
    const told = { ...asked, body: String(body), status: answer.status, answer: answer.body }
    expect({ ...told, isTold, isFair: isFair(answer) }).toMatchObject({ isTold: true, isFair: true })
    if (operation !== 'POST /v2/events' || answer.status !== 201) return
    created += 1
    if (ids.length < 20) ids.push(z.object({ id: z.string() }).parse(answer.body).id)
  }

  const run = { seed: SEED, endOnFailure: true }
  await fc.assert(fc.asyncProperty(creations(bodies), ask), { ...run, numRuns: Math.ceil(REQUESTS * 0.6) })
  await fc.assert(fc.asyncProperty(visits(operations, ids), ask), { ...run, numRuns: Math.floor(REQUESTS * 0.4) })

  expect(created).toBeGreaterThan(REQUESTS / 20)
  expect(await store.http.get('/health')).toMatchObject({ status: 200, body: { events: created } })
  await store.close()
  expect(soundness(store)).toEqual({ integrity: 'ok', foreignKeys: [], events: created, misfits: [] })
}, 900_000)

/** Integrity of the database by its own checks, read without the program. */
function soundness({ library }: TestEvents) {
  const db = new Database(join(library, 'events/events.db'), { readonly: true })
  try {
    const stored = db.prepare<[], string>('SELECT body FROM event').pluck().all()
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      foreignKeys: db.pragma('foreign_key_check'),
      events: stored.length,
      misfits: stored.filter((body) => !StoredEvent.safeParse(JSON.parse(body)).success),
    }
  } finally {
    db.close()
  }
}
