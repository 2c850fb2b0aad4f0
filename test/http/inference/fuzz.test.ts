import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

/** `TESSERA_FUZZ=10000 npx vitest run test/http/inference/fuzz.test.ts` asks so often; `TESSERA_FUZZ_SEED=1` asks otherwise. */
const REQUESTS = Number(process.env['TESSERA_FUZZ'] ?? 2000)
const SEED = Number(process.env['TESSERA_FUZZ_SEED'] ?? 20_261_122)

const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

let inference: TestInference
let good: ReadonlyMap<string, object>
let paths: readonly string[]

beforeAll(async () => {
  inference = await openInference()
  const zoo = [ZOO.detector(), ZOO.masks(), ZOO.classifier(), ZOO.semantic(), ZOO.clip(), ZOO.grounding(), ZOO.sam()]
  for (const model of [...zoo, ZOO.concepts(), ZOO.docTr()]) await inference.install(...model)
  good = bodies(
    (await drawnPng(64, 64, [{ colour: '#f00', left: 8, top: 8, width: 24, height: 24 }])).toString('base64'),
  )
  paths = Object.keys(Document.parse((await inference.get('/openapi.json')).body).paths)
})

afterAll(async () => inference.close())

/** A body for every operation that is answered well. */
function bodies(value: string): ReadonlyMap<string, object> {
  const image = { type: 'base64', value }
  const infer = (model_id: string) => ({ model_id, image, confidence: 0.4, id: 'x' })
  const segment = {
    image,
    image_id: 'kept',
    format: 'rle',
    prompts: { prompts: [{ points: [{ x: 9, y: 9, positive: true }] }] },
  }
  const compare = { subject: image, subject_type: 'image', prompt: ['red', 'green'], prompt_type: 'text' }
  return new Map<string, object>([
    ['/infer/object_detection', { ...infer('toys/1'), class_filter: ['red'], iou_threshold: 0.3 }],
    ['/infer/instance_segmentation', { ...infer('toys/masks'), mask_decode_mode: 'fast', response_mask_format: 'rle' }],
    ['/infer/keypoints_detection', { ...infer('toys/1'), keypoint_confidence: 0.1 }],
    ['/infer/classification', { ...infer('toys/classification'), visualize_predictions: true }],
    ['/infer/semantic_segmentation', infer('toys/semantic')],
    ['/clip/embed_image', { image: [image] }],
    ['/clip/embed_text', { text: ['a red car'] }],
    ['/clip/compare', compare],
    ['/perception_encoder/compare', compare],
    ['/grounding_dino/infer', { image, text: ['red', 'green'], box_threshold: 0.3 }],
    ['/sam2/embed_image', { image, image_id: 'kept' }],
    ['/sam2/segment_image', segment],
    ['/sam3/visual_segment', segment],
    ['/sam3/concept_segment', { image, image_id: 'kept', prompts: [{ text: 'red', boxes: [], box_labels: [] }] }],
    ['/sam3_3d/infer', { image, mask_input: [[1, 1, 5, 1, 5, 5], { size: [2, 2], counts: [4] }] }],
    ['/doctr/ocr', { image, generate_bounding_boxes: true }],
    ['/model/add', { model_id: 'toys/1' }],
    ['/model/remove', { model_id: 'toys/1' }],
  ])
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
    [],
    {},
    [[]],
    true,
    'AAAA',
  ),
  fc.constantFrom<unknown[]>(
    { type: 'numpy', value: 'gASVCgAAAAAAAABLAYWULg==' },
    { type: 'url', value: 'http://[::1]/' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.string({ maxLength: 30 }),
)

/** A value with one place in it changed, dropped or wrapped. */
function mutated(value: unknown, depth = 0): fc.Arbitrary<unknown> {
  const isOpen = typeof value === 'object' && value !== null && depth < 6
  const inner = isOpen ? Object.entries(value) : []
  if (inner.length === 0) return nasty
  return fc.oneof(
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.constant([value, value]) },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...inner)
        .chain(([key, part]) =>
          fc.oneof(
            { weight: 1, arbitrary: fc.constant(without(value, key)) },
            { weight: 4, arbitrary: mutated(part, depth + 1).map((changed) => withPart(value, key, changed)) },
          ),
        ),
    },
  )
}

function without(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.filter((_, place) => String(place) !== key)
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => name !== key))
}

function withPart(value: unknown, key: string, part: unknown): unknown {
  if (Array.isArray(value)) return value.map((old, place) => (String(place) === key ? part : old))
  return { ...Object(value), [key]: part }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string | Buffer
  readonly type: string
}

function requests(): fc.Arbitrary<Asked> {
  const type = fc.constantFrom('application/json', 'text/plain', 'multipart/form-data; boundary=x', 'image/png', '')
  const changed = fc
    .constantFrom(...good)
    .chain(([path, body]) => fc.record({ method: fc.constant('POST'), path: fc.constant(path), json: mutated(body) }))
    .map(({ json, ...rest }) => ({ ...rest, body: JSON.stringify(json), type: 'application/json' }))
  const cut = fc.constantFrom(...good).chain(([path, body]) => {
    const text = JSON.stringify(body)
    return fc
      .nat(text.length)
      .map((end) => ({ method: 'POST', path, body: text.slice(0, end), type: 'application/json' }))
  })
  const names = fc.oneof(
    fc.constantFrom('confidence', 'overlap', 'image', 'format', 'labels', 'image_type', 'limit', 'level'),
    fc.string(),
  )
  const query = fc
    .dictionary(names, fc.oneof(fc.string(), fc.constantFrom('1', '0.5', 'True', 'numpy', 'image', 'best')), {
      maxKeys: 3,
    })
    .map((pairs) =>
      new URLSearchParams(Object.entries(pairs).map(([name, text]) => [name, text.toWellFormed()])).toString(),
    )
  const segment = fc
    .oneof(fc.constantFrom('toys', '1', 'masks', 'no'), fc.string({ maxLength: 12 }))
    .map((text) => encodeURIComponent(text.toWellFormed()))
  const anywhere = fc.oneof(
    fc.constantFrom(...paths),
    fc.tuple(segment, segment).map((names) => `/${names.join('/')}`),
  )
  const wild = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    path: fc.tuple(anywhere, query).map((parts) => parts.join('?')),
    body: fc.oneof(
      fc.string(),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.constant(''),
    ),
    type,
  })
  return fc.oneof({ weight: 5, arbitrary: changed }, { weight: 1, arbitrary: cut }, { weight: 3, arbitrary: wild })
}

const Sentence = z.object({ message: z.string().min(1), detail: z.string().min(1) })
const Misfits = z.object({
  detail: z
    .array(z.object({ loc: z.array(z.union([z.string(), z.int()])).min(1), msg: z.string().min(1), type: z.string() }))
    .min(1),
})

/** Every refusal has the words of its kind; nothing here may fail but what is not made, which says so. */
function isFair({ status, body }: { status: number; body: unknown }): boolean {
  if (status < 400) return true
  if (status === 422) return Misfits.safeParse(body).success
  return [400, 404, 413, 501].includes(status) && Sentence.safeParse(body).success
}

test(`${REQUESTS} broken requests are all answered with a status that the reference tells, and why`, async () => {
  await fc.assert(
    fc.asyncProperty(requests(), async ({ method, path, body, type }) => {
      const headers = type === '' ? {} : { 'content-type': type }
      const answer = await inference.request(method, path, { headers, ...(method !== 'GET' && { body }) })
      const { status, body: told } = answer
      expect({ method, path, body, status, told, isFair: isFair(answer) }).toMatchObject({ isFair: true })
    }),
    { numRuns: REQUESTS, seed: SEED, endOnFailure: true },
  )

  expect(await inference.get('/healthz')).toMatchObject({ status: 200 })
}, 600_000)
