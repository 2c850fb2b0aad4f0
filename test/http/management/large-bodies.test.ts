import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Answered } from '../../kit/api-client.ts'
import { newProject, upload } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const parse = JSON.parse
afterEach(() => void vi.restoreAllMocks())

/** Lengths of what this thread parses from now on. */
function parsedHere(): number[] {
  const lengths: number[] = [0]
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    lengths.push(String(text).length)
    return parse(text, reviver)
  })
  return lengths
}

/** Letters that no image has, so that the text is long. */
function noise(bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, nth) =>
    createHash('sha256').update(`${nth}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, bytes)
}

test('a search by a large image is read in a thread of its own, and compares that image', async () => {
  const slug = await newProject(station)
  // Bytes after the end of a PNG file are skipped.
  const image = Buffer.concat([await someImage(), noise(900_000)])
  const lengths = parsedHere()

  const found = await station.management.post(`/acme/${slug}/search`, {
    json: { image_base64: image.toString('base64') },
  })

  expect(found).toMatchObject({ status: 200, body: { results: [] } })
  expect(Math.max(...lengths)).toBeLessThan(100_000)
})

test.each([
  ['is no JSON', `{"fields": [${'"a",'.repeat(200_000)}`, 400, 'not valid JSON'],
  ['has more values than any search', `{"fields": [${'"a",'.repeat(600_000)}"a"]}`, 413, 'more than 500,000 values'],
  ['has a field that does not fit', JSON.stringify({ limit: 'x'.repeat(600_000) }), 400, 'limit'],
  ['holds no base64', JSON.stringify({ image_base64: '%'.repeat(600_000) }), 400, 'image_base64 is not base64 text'],
  ['is longer than the operation takes', `{"prompt": "${'x'.repeat(33 * 1024 * 1024)}"}`, 413, '32 MB'],
])('a large body that %s is refused as a small one is', async (_, body, status, reason) => {
  const slug = await newProject(station)
  const headers = { 'content-type': 'application/json' }

  const answer = await station.management.post(`/acme/${slug}/search`, { body: Buffer.from(body), headers })

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(reason) } })
})

async function annotate(json: object): Promise<{ answer: Answered; lengths: readonly number[] }> {
  const slug = await newProject(station)
  const id = await upload(station, slug)
  const body = JSON.stringify(json)
  const headers = { 'content-type': 'application/json' }
  const lengths = parsedHere()
  const answer = await station.management.post(`/dataset/${slug}/annotate/${id}?name=a.txt`, { body, headers })
  return { answer, lengths }
}

function many(count: number, value: unknown = 1): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, value]))
}

const BOX = { annotationFile: '0 .5 .5 .1 .1' }

test('an annotation beside very many fields that nobody knows is read in a thread, and put onto its image', async () => {
  const { answer, lengths } = await annotate({ ...BOX, ...many(20_000) })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(Math.max(...lengths)).toBeLessThan(1000)
})

test.each([
  ['as an object', many(10_001, 'cup')],
  ['as a list', Array.from({ length: 10_001 }, () => 'cup')],
  ['as in data.yaml', { names: many(10_001, 'cup') }],
])('a labelmap of more than 10,000 names %s is refused', async (_, labelmap) => {
  const { answer } = await annotate({ ...BOX, labelmap })

  expect(answer).toMatchObject({
    status: 413,
    body: { error: 'labelmap has more than 10,000 entries, which is the limit' },
  })
})

test('a labelmap of 10,000 names is taken', async () => {
  const names = Array.from({ length: 10_000 }, (_, nth) => `class ${nth}`)

  const { answer } = await annotate({ ...BOX, labelmap: { names } })

  expect(answer).toMatchObject({ status: 200 })
})

test.each([
  ['POST', '/images/x/metadata', { metadata: many(10_001) }],
  ['PATCH', '/PROJECT', many(10_001)],
  ['POST', '/PROJECT/search', many(10_001)],
  ['POST', '/PROJECT/generate', { preprocessing: { remap: many(10_001, 'cup') } }],
])('%s %s with more than 10,000 members is refused before it is parsed', async (method, path, json) => {
  const slug = await newProject(station)
  const body = JSON.stringify(json)
  const lengths = parsedHere()

  const answer = await station.management.request(method, `/acme${path.replace('PROJECT', slug)}`, {
    body,
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({
    status: 413,
    body: { error: 'The body has more than 10,000 members of objects, which is the limit. Send a smaller body' },
  })
  expect(Math.max(...lengths)).toBeLessThan(1000)
})

test('of very many values that do not fit the first is named', async () => {
  const updates = Array.from({ length: 400_000 }, () => 1)

  const answer = await station.management.post('/acme/images/metadata', { json: { updates } })

  expect(answer).toMatchObject({ status: 400, body: { error: 'updates.0 must be an object' } })
})

test('a large form is told to come as JSON', async () => {
  const slug = await newProject(station)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }

  const answer = await station.management.post(`/acme/${slug}/search`, { body: Buffer.alloc(2_000_000, 'a'), headers })

  expect(answer).toMatchObject({
    status: 413,
    body: { error: 'A form is larger than 1 MB. Send what is longer as JSON' },
  })
})

const Health = z.object({
  classes: z.record(z.string(), z.unknown()),
  heatMaps: z.record(z.string(), z.array(z.int())),
})

test('a report on many classes names all of them, and maps those with the most objects', async () => {
  const slug = await newProject(station)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await someImage())]), 'a.png')
  const { id } = z
    .object({ id: z.string() })
    .parse((await station.management.post(`/dataset/${slug}/upload`, { form })).body)
  // The last class has two objects, all others one.
  const numbers = [...Array.from({ length: 250 }, (_, nth) => nth), 249]
  const annotationFile = numbers.map((nth) => `${nth} 0.5 0.5 0.2 0.2`).join('\n')
  const labelmap = Object.fromEntries(numbers.map((nth) => [nth, `class ${nth}`]))
  await station.management.post(`/dataset/${slug}/annotate/${id}?name=a.txt`, { json: { annotationFile, labelmap } })

  const report = Health.parse((await station.management.get(`/acme/${slug}/health`)).body)

  expect(Object.keys(report.classes)).toHaveLength(250)
  expect(Object.keys(report.heatMaps)).toHaveLength(200)
  expect(report.heatMaps['class 249']?.some((count) => count === 2)).toBe(true)
})
