import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ImageId } from '#common/ids'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

/** `TESSERA_FUZZ=20000 npx vitest run test/http/management/fuzz.test.ts` asks so many times; `TESSERA_FUZZ_SEED=1` asks others. */
const REQUESTS = Number(process.env['TESSERA_FUZZ'] ?? 3000)
const SEED = Number(process.env['TESSERA_FUZZ_SEED'] ?? 20_261_121)
/** Caches are full and all code is compiled after so many. */
const WARM_UP = Math.ceil(REQUESTS / 3)
/** Largest growth per request, in bytes: notes of tasks and the like, but not its body or its answer. */
const MOST_BYTES_EACH = 8 * 1024

const Operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) }).optional(),
})
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})
type Document = z.infer<typeof Document>

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})

let station: TestStation
let project: string
let image: ImageId
let document: Document

beforeAll(async () => {
  station = await testStation()
  project = await newProject(station)
  image = ImageId.parse(await uploadLabelled(station, project))
  await newVersion(station, project)
  document = Document.parse((await station.management.get('/openapi.json', { key: null })).body)
})

afterAll(async () => station.close())

const nasty = fc.constantFrom(
  '',
  '0',
  '-1',
  '1e9',
  'null',
  '../..',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  '\u0000',
  '🦀',
  "'; --",
)
const word = fc.oneof(nasty, fc.string({ maxLength: 40 }), fc.constantFrom('train', 'coco', 'acme', '1'))

/** Values that fit a schema, and now and then some that do not. */
function valueOf(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), word, fc.constant(null))
  if (depth > 4) return anything
  const { $ref, type, properties, items, enum: choices, anyOf } = Schema.parse(schema ?? {})
  if ($ref !== undefined) return valueOf(document.components.schemas[$ref.split('/').at(-1) ?? ''], depth + 1)
  return fc.oneof({ weight: 6, arbitrary: fitting() }, { weight: 1, arbitrary: anything })

  function fitting(): fc.Arbitrary<unknown> {
    if (choices !== undefined) return fc.constantFrom(...choices)
    if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => valueOf(one, depth + 1)))
    if (properties !== undefined) {
      const fields = Object.entries(properties).map(([name, field]) => [name, valueOf(field, depth + 1)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    }
    if (type === 'array') return fc.array(valueOf(items, depth + 1), { maxLength: 4 })
    if (type === 'integer' || type === 'number') return fc.oneof(fc.integer(), fc.double(), fc.nat(10))
    return type === 'boolean' ? fc.boolean() : word
  }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly json: unknown
}

function requestOf(path: string, method: string, operation: z.infer<typeof Operation>): fc.Arbitrary<Asked> {
  const known: Readonly<Record<string, string>> = {
    workspace: 'acme',
    project,
    imageId: image,
    version: '1',
    format: 'coco',
  }
  const segments = path.split('/').map((segment) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name === undefined) return fc.constant(segment)
    const drawn = word.map((text) => encodeURIComponent(text.toWellFormed()))
    const right = known[name]
    return right === undefined
      ? drawn
      : fc.oneof({ weight: 5, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: drawn })
  })
  const names = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const query = fc.dictionary(names.length > 0 ? fc.constantFrom(...names) : fc.constant('nocache'), word, {
    maxKeys: 3,
  })
  const body = operation.requestBody?.content['application/json']?.schema
  return fc
    .record({ at: fc.tuple(...segments), query, json: body === undefined ? fc.constant(undefined) : valueOf(body) })
    .map(({ at, query: drawn, json }) => ({
      method: method.toUpperCase(),
      path: `${at.join('/')}?${new URLSearchParams(Object.entries(drawn).map(([name, text]) => [name, text.toWellFormed()])).toString()}`,
      json,
    }))
}

interface Told {
  readonly status: number
  readonly body: unknown
}

/** A refusal says why; only a host that an image was to be fetched from may be at fault besides the caller. */
function isFair({ status, body }: Told): boolean {
  if (status < 400) return true
  const said = z.object({ error: z.string().min(1), retryable: z.boolean().optional() }).safeParse(body)
  return said.success && (status < 500 || (status === 502 && said.data.retryable === true))
}

const Trashed = z.object({ type: z.string(), projectId: z.string(), version: z.string().optional() })

/** Restores the item that a request deleted, so that later requests find something. */
async function putBack({ status, body }: Told): Promise<void> {
  const moved = Trashed.safeParse(body)
  if (moved.success) {
    const { type, projectId, version } = moved.data
    const json = { type, id: version ?? projectId, parentId: projectId }
    await station.management.post('/acme/trash/restore', { json })
  }
  if (status !== 204) return
  const found = await station.services.projects.find(station.workspace, project)
  if (found.ok) await station.services.images.restore(found.value, [image])
}

/** Runs the garbage collector, which programs are not given otherwise. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

/** Bytes that are held on to. */
function heldMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(`${REQUESTS} requests drawn from the API's own description are all answered, none with a failure of the server`, async () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestOf(path, method, operation)),
  )
  let asked = 0
  let heldBefore = 0

  await fc.assert(
    fc.asyncProperty(fc.oneof(...operations), async ({ method, path, json }) => {
      const answer = await station.management.request(method, path, json === undefined ? {} : { json })
      expect({ method, path, json, answer, isFair: isFair(answer) }).toMatchObject({ isFair: true })
      await putBack(answer)
      asked += 1
      if (asked === WARM_UP) heldBefore = heldMemory()
    }),
    { numRuns: REQUESTS, seed: SEED, endOnFailure: true },
  )

  expect((heldMemory() - heldBefore) / (REQUESTS - WARM_UP)).toBeLessThan(MOST_BYTES_EACH)
}, 600_000)
