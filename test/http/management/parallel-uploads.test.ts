import { ReadableStream } from 'node:stream/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

/** As many senders at once as the largest client's, and half as many again. */
const LANES = 16

let station: TestStation
let base: string

beforeAll(async () => {
  station = await testStation()
  base = await station.listen()
})

afterAll(async () => station.close())

const Uploaded = z.object({ id: z.string(), success: z.boolean().optional(), duplicate: z.boolean().optional() })

type Form = (bytes: Buffer, name: string) => RequestInit & { readonly query?: string }

/** The ways in which clients send an image. */
const FORMS: readonly Form[] = [
  function fieldsFirst(bytes, name) {
    return { body: imageForm(bytes, { name, split: 'valid', batch: 'Rush' }) }
  },
  function fileFirstInPieces(bytes, name) {
    const form = imageForm(bytes)
    for (const [field, value] of Object.entries({ name, split: 'valid', batch: 'Rush' })) form.append(field, value)
    const encoded = new Response(form)
    const init: RequestInit = { headers: { 'content-type': encoded.headers.get('content-type') ?? '' } }
    Object.assign(init, { body: ReadableStream.from(pieces(encoded.arrayBuffer())), duplex: 'half' })
    return init
  },
  function base64(bytes, name) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { headers, body: bytes.toString('base64'), query: `&name=${name}&split=valid&batch=Rush` }
  },
]

async function* pieces(whole: Promise<ArrayBuffer>) {
  const bytes = Buffer.from(await whole)
  for (let at = 0; at < bytes.length; at += 500) yield bytes.subarray(at, at + 500)
}

async function send(project: string, bytes: Buffer, nth: number) {
  const form = FORMS[nth % FORMS.length]
  if (form === undefined) throw new Error('There are forms')
  const { query = '', ...init } = form(bytes, `image-${nth}.png`)
  const url = `${base}/dataset/${project}/upload?api_key=${station.key}${query}`
  const response = await fetch(url, { method: 'POST', ...init })
  return { status: response.status, body: Uploaded.parse(await response.json()) }
}

async function imagesOf(project: string) {
  const found = await station.management.post(`/acme/${project}/search`, {
    json: { limit: 250, fields: ['name', 'split'] },
  })
  const { results } = z
    .object({ results: z.array(z.object({ id: z.string(), name: z.string(), split: z.string() })) })
    .parse(found.body)
  return results
}

test('the same image sent by sixteen at once is one image, and every answer names it', async () => {
  const project = await newProject(station)
  const bytes = await someImage()

  const answers = await Promise.all(Array.from({ length: LANES }, (_, nth) => send(project, bytes, nth)))

  const images = await imagesOf(project)
  expect(images).toHaveLength(1)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`))).toEqual(new Set([`200 ${images[0]?.id}`]))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.duplicate)).toHaveLength(LANES - 1)
})

test('different images sent by sixteen at once are all there, each under its own name, in one batch', async () => {
  const project = await newProject(station)
  const stored = (await station.storedBlobs()).length
  const files = await Promise.all(Array.from({ length: LANES * 5 }, () => someImage()))
  const waiting = files.entries()
  const ids = new Map<string, string>()

  async function lane() {
    for (const [nth, bytes] of waiting) {
      const { body } = await send(project, bytes, nth)
      expect(body.success).toBe(true)
      ids.set(body.id, `image-${nth}.png`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))

  const images = await imagesOf(project)
  expect(ids.size).toBe(files.length)
  expect(new Map(images.map(({ id, name }) => [id, name]))).toEqual(ids)
  expect(new Set(images.map(({ split }) => split))).toEqual(new Set(['valid']))
  expect((await station.storedBlobs()).length - stored).toBe(files.length)
  const batches = await station.management.get(`/acme/${project}/batches`)
  expect(batches.body).toMatchObject({ batches: [{ name: 'Rush', images: files.length }] })
})

test('a few images sent many times over by sixteen at once are each one image', async () => {
  const project = await newProject(station)
  const files = await Promise.all(Array.from({ length: 4 }, () => someImage()))
  const sends = Array.from({ length: LANES * 3 }, (_, nth) => files[nth % files.length] ?? Buffer.alloc(0))

  const answers = await Promise.all(sends.map((bytes, nth) => send(project, bytes, nth)))

  const ids = (await imagesOf(project)).map(({ id }) => id)
  expect(ids).toHaveLength(files.length)
  expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set(ids))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(files.length)
})
