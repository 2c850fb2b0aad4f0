import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestInference, testInference } from '../../kit/inference-server.ts'

let inference: TestInference

beforeEach(async () => {
  inference = await testInference()
})

/** Operations of the specification. The dashboard is a page, which the reference does not show. */
const SPECIFIED = [
  'GET /healthz',
  'GET /readiness',
  'GET /info',
  'GET /metrics',
  'GET /logs',
  'GET /model/registry',
  'GET /{dataset_id}/{version_id}',
  'POST /{dataset_id}/{version_id}',
  'POST /clip/embed_image',
  'POST /clip/embed_text',
  'POST /perception_encoder/compare',
  'POST /perception_encoder/embed_image',
  'POST /perception_encoder/embed_text',
  'POST /grounding_dino/infer',
  'POST /sam2/embed_image',
  'POST /sam2/segment_image',
  'POST /sam3/embed_image',
  'POST /sam3/concept_segment',
  'POST /sam3/visual_segment',
  'POST /sam3_3d/infer',
  'POST /doctr/ocr',
]

const Property = z.looseObject({ default: z.unknown().optional() })
const Document = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.record(z.string(), z.unknown()),
        parameters: z.array(z.looseObject({ name: z.string(), schema: Property })).default([]),
      }),
    ),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), Property).optional() })),
  }),
})

async function readDocument() {
  return Document.parse((await inference.get('/openapi.json')).body)
}

test('the published operations are those of the specification, and the additions that the documentation lists', async () => {
  const { paths } = await readDocument()
  const text = await readFile(new URL('../../../docs/inference.md', import.meta.url), 'utf8')
  const additions = [...text.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|$/gm)].map(([, operation = '']) => operation)

  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

  expect(published.toSorted()).toEqual([...SPECIFIED, ...additions].toSorted())
})

test('every operation over an image or a text says that a value may not fit', async () => {
  const { paths } = await readDocument()

  const posts = Object.values(paths).flatMap(({ post }) => (post ? [post] : []))

  for (const { responses } of posts) expect(Object.keys(responses)).toContain('200')
  expect(posts.filter(({ responses }) => '422' in responses).length).toBe(posts.length - 1)
})

test('the defaults of the older operation are those of the specification', async () => {
  const { paths } = await readDocument()

  const parameters = paths['/{dataset_id}/{version_id}']?.['post']?.parameters ?? []
  const defaults = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.default]))
  expect(defaults).toMatchObject({
    confidence: 0.4,
    keypoint_confidence: 0,
    format: 'json',
    image_type: 'base64',
    mask_decode_mode: 'accurate',
    tradeoff_factor: 0,
    max_detections: 300,
    overlap: 0.3,
    stroke: 1,
    source: 'external',
    source_info: 'external',
    response_mask_format: 'polygon',
  })
})

test('every schema that the document names is there, and none lies unused', async () => {
  const document = await readDocument()

  const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)

  expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)))
})
