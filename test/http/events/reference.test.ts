import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testEvents } from '../../kit/event-store.ts'

/** Operations of the specification. */
const SPECIFIED = [
  'GET /health',
  'POST /v2/events',
  'GET /v2/events',
  'GET /v2/events/latest/query',
  'GET /v2/events/{event_id}',
  'GET /local-only-files/{file_id}',
]

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
  security: z.array(z.unknown()).optional(),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.looseObject({
        properties: z.record(z.string(), z.unknown()).optional(),
        required: z.array(z.string()).optional(),
      }),
    ),
  }),
})

let reading: Promise<z.infer<typeof Document>> | undefined

/** Read once: the store that publishes it is closed behind the first test. */
function published() {
  reading ??= testEvents()
    .then(({ http }) => http.get('/openapi.json'))
    .then(({ body }) => Document.parse(body))
  return reading
}

async function operations() {
  const { paths } = await published()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )
}

test('the published operations are those of the specification, and the additions that the documentation lists', async () => {
  const text = await readFile(new URL('../../../docs/events.md', import.meta.url), 'utf8')
  const additions = [...text.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|$/gm)].map(([, operation = '']) => operation)

  const names = (await operations()).map(({ name }) => name)

  expect(names.toSorted()).toEqual([...SPECIFIED, ...additions].toSorted())
})

test('every operation tells how it fails, and that it may ask for the key', async () => {
  for (const { name, responses } of (await operations()).filter((operation) => operation.name !== 'GET /health')) {
    const statuses = Object.keys(responses)
    expect({ name, statuses }).toMatchObject({ statuses: expect.arrayContaining(['401', '500']) })
    expect({ name, isAnswered: statuses.some((status) => status.startsWith('2')) }).toMatchObject({ isAnswered: true })
  }
})

test('creating an event tells every failure of the specification', async () => {
  const { paths } = await published()

  expect(Object.keys(paths['/v2/events']?.['post']?.responses ?? {})).toEqual([
    '201',
    '400',
    '401',
    '413',
    '422',
    '500',
    '529',
  ])
})

test('a stored event has the fields of the specification', async () => {
  const { components } = await published()

  expect(Object.keys(components.schemas['StoredEvent']?.properties ?? {}).toSorted()).toEqual(STORED.toSorted())
  expect(components.schemas['NewEventInput']?.required?.toSorted()).toEqual([
    'event_data',
    'event_schema',
    'inference_timestamp',
  ])
})

const STORED = [
  'id',
  'solution',
  'workflow_id',
  'workflow_version',
  'inference_timestamp',
  'device_id',
  'stream_id',
  'image_id',
  'images',
  'videos',
  'local_only_files',
  'display_image_position',
  'event_schema',
  'event_data',
  'custom_metadata',
  'created_at',
  'api_version',
  'original_file_count',
  'current_file_count',
  'draft',
  'finalized_at',
  'auto_finalized_at',
]

test('where a key is asked for, the document says in which header', async () => {
  const { http } = await testEvents({ apiKey: 'secret' })

  const { body } = await http.get('/openapi.json', { headers: { 'x-api-key': 'secret' } })

  expect(body).toMatchObject({
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  })
})

test('every schema that the document names is there, and none lies unused', async () => {
  const document = await published()

  const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)

  expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)))
})
