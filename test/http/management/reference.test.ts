import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** Operations of the specification that are made. */
const SPECIFIED = [
  'GET /',
  'GET /{workspace}',
  'GET /{workspace}/api-keys',
  'POST /{workspace}/api-keys',
  'POST /{workspace}/projects',
  'GET /{workspace}/{project}',
  'POST /{workspace}/createWorkflow',
  'POST /{workspace}/updateWorkflow',
  'POST /{workspace}/forkWorkflow',
  'POST /{workspace}/workflowToken',
  'GET /{workspace}/{project}/health',
  'GET /{workspace}/{project}/models',
  'GET /{workspace}/{project}/{version}',
  'GET /{workspace}/{project}/{version}/{format}',
  'POST /dataset/{project}/upload',
  'POST /dataset/{project}/annotate/{imageId}',
  'GET /{workspace}/{project}/images/{imageId}',
  'DELETE /{workspace}/{project}/images',
  'POST /{workspace}/{project}/search',
  'POST /{workspace}/search/v1',
  'POST /{workspace}/{project}/splits/rebalance',
  'GET /{workspace}/asynctasks/{id}',
  'GET /catalog/search',
  'POST /catalog/search',
  'POST /{workspace}/projects/fork',
  'DELETE /{workspace}/{project}',
  'DELETE /{workspace}/{project}/{version}',
]

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

async function readDocument() {
  return Document.parse((await station.management.get('/openapi.json', { key: null })).body)
}

test('the published operations are those of the specification that are made, and the additions that the documentation lists', async () => {
  const { paths } = await readDocument()
  const text = await readFile(new URL('../../../docs/management-api.md', import.meta.url), 'utf8')
  const additions = [...text.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|$/gm)].map(([, operation = '']) => operation)

  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

  expect(published.toSorted()).toEqual([...SPECIFIED, ...additions].toSorted())
})

test('every schema that the document names is there, and none lies unused', async () => {
  const document = await readDocument()

  const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)

  expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)))
})

test.each(['/docs', '/docs/', '/redoc'])('%s shows the operations with what the server itself holds', async (path) => {
  const page = await station.management.get(path, { key: null })

  const sources = [...page.bytes.toString().matchAll(/(?:src|href|spec-url)="(?!data:)([^"]+)"/g)].map(
    ([, source = '']) => source,
  )
  const from = path.endsWith('/') ? path : '/'
  const addresses = sources.map((source) => new URL(source, `http://localhost${from}`))
  const loaded = await Promise.all(addresses.map(({ pathname }) => station.management.get(pathname, { key: null })))
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(sources.length).toBeGreaterThan(1)
  expect(new Set(addresses.map(({ host }) => host))).toEqual(new Set(['localhost']))
  expect(loaded.map(({ status }) => status)).toEqual(loaded.map(() => 200))
})
