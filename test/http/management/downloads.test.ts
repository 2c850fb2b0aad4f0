import { createHash } from 'node:crypto'
import { request as ask } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bmp } from '../../kit/bmp.ts'
import { imageForm, newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { readZip } from '../../kit/zip-file.ts'

const Exported = z.object({ export: z.object({ link: z.string() }) })
const Created = z.object({ id: z.string() })
const Details = z.object({ image: z.object({ urls: z.object({ original: z.string(), thumb: z.string() }) }) })

let station: TestStation
let link: string
let whole: Buffer
let tag: string

beforeAll(async () => {
  station = await testStation()
  const base = await station.listen()
  const project = await newProject(station)
  for (let at = 0; at < 40; at += 1) await uploadLabelled(station, project)
  await newVersion(station, project)
  const url = `${base}/acme/${project}/1/coco?api_key=${station.key}`
  await fetch(url)
  for (const { kind, taskId } of await station.services.tasks.list(station.workspace)) {
    if (kind === 'export') await station.taskEnd(taskId)
  }
  link = Exported.parse(await (await fetch(url)).json()).export.link
  const response = await fetch(link)
  whole = Buffer.from(await response.arrayBuffer())
  tag = response.headers.get('etag') ?? ''
})

afterAll(async () => station.close())

const part = (range: string, headers: Record<string, string> = {}) => fetch(link, { headers: { range, ...headers } })

/** Status, bytes and what of the headers tells the place of the bytes. */
async function told(response: Response) {
  const { status, headers } = response
  const [length, range] = [headers.get('content-length'), headers.get('content-range')]
  return { status, length, range, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('an archive comes whole with its length, its digest as a strong tag, and says that parts can be had', async () => {
  const { status, headers } = await fetch(link)

  expect(status).toBe(200)
  expect(headers.get('content-length')).toBe(String(whole.length))
  expect(headers.get('transfer-encoding')).toBeNull()
  expect(headers.get('accept-ranges')).toBe('bytes')
  expect(headers.get('etag')).toBe(`"${createHash('sha256').update(whole).digest('hex')}"`)
})

test('HEAD tells the same without the bytes', async () => {
  const { status, headers } = await fetch(link, { method: 'HEAD' })

  expect(status).toBe(200)
  expect(headers.get('content-length')).toBe(String(whole.length))
  expect(headers.get('etag')).toBe(tag)
})

test.each([
  ['bytes=0-3', 0, 4],
  ['bytes=100-199', 100, 200],
  ['bytes=-22', -22, undefined],
  ['bytes=1000-', 1000, undefined],
  ['bytes=1000-99999999', 1000, undefined],
])('the range %s is that part of it', async (range, from, to) => {
  const answer = await told(await part(range))

  const bytes = whole.subarray(from, to)
  const start = from < 0 ? whole.length + from : from
  const place = `bytes ${start}-${start + bytes.length - 1}/${whole.length}`
  expect(answer).toEqual({ status: 206, length: String(bytes.length), range: place, bytes })
})

test.each(['bytes=99999999-', 'bytes=-0'])('the range %s lies behind the end', async (range) => {
  const answer = await told(await part(range))

  expect(answer).toMatchObject({ status: 416, range: `bytes */${whole.length}` })
  expect(JSON.parse(String(answer.bytes))).toEqual({ error: expect.stringContaining(`has ${whole.length} bytes`) })
})

test.each(['bytes=0-1,5-6', 'items=0-1', 'bytes=9-3', 'bytes=-'])('%s means the whole archive', async (range) => {
  const answer = await told(await part(range))

  expect(answer).toEqual({ status: 200, length: String(whole.length), range: null, bytes: whole })
})

test('If-Range gives the part of the archive that was begun, and the whole of another', async () => {
  const same = await told(await part('bytes=4-7', { 'if-range': tag }))
  const other = await told(await part('bytes=4-7', { 'if-range': '"another"' }))

  expect(same).toMatchObject({ status: 206, bytes: whole.subarray(4, 8) })
  expect(other).toMatchObject({ status: 200, bytes: whole })
})

test('who has the archive already is told so', async () => {
  const { status, bytes } = await getRaw({ 'if-none-match': tag })

  expect({ status, length: bytes.length }).toEqual({ status: 304, length: 0 })
})

/** As plain programs do; `fetch` adds headers of its own. */
function getRaw(headers: Record<string, string>): Promise<{ status: number | undefined; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = ask(link, { headers }, (response) => {
      buffer(response).then((bytes) => resolve({ status: response.statusCode, bytes }), reject)
    })
    sent.on('error', reject).end()
  })
}

test('a download that is cut off goes on where it was, to the same bytes', async () => {
  const begun = await firstBytes()
  const rest = await told(await part(`bytes=${begun.length}-`, { 'if-range': tag }))

  expect(begun.length).toBeGreaterThan(0)
  expect(begun.length).toBeLessThan(whole.length)
  expect(Buffer.concat([begun, rest.bytes])).toEqual(whole)
})

/** Takes the first bytes that come and cuts the connection. */
async function firstBytes(): Promise<Buffer> {
  const cut = new AbortController()
  const response = await fetch(link, { signal: cut.signal })
  const first = await response.body?.getReader().read()
  cut.abort()
  return Buffer.from(first?.value ?? []).subarray(0, 1500)
}

test.each(['', '?key=', '?key=0123', '?key=a&key=b'])('a link that ends with "%s" leads nowhere', async (query) => {
  const [path = ''] = link.split('?')

  const answer = await told(await fetch(path + query))

  expect(answer.status).toBe(404)
  expect(JSON.parse(String(answer.bytes))).toEqual({ error: 'This link leads to no archive' })
})

test('archives hold images compressed for training; the original comes by the details of the image', async () => {
  const project = await newProject(station)
  const original = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = imageForm(original, { name: 'teal.png' })
  const { id } = Created.parse((await station.management.post(`/dataset/${project}/upload`, { form })).body)
  const details = await station.management.get(`/acme/${project}/images/${id}`)
  const { urls } = Details.parse(details.body).image

  const [full, thumb] = [await station.management.get(urls.original), await station.management.get(urls.thumb)]
  const images = [...(await readZip(whole))].filter(([path]) => path.endsWith('.jpg'))
  const formats = await Promise.all(images.map(async ([, bytes]) => (await sharp(bytes).metadata()).format))

  expect(full.bytes).toEqual(original)
  expect(full.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(original.length) })
  expect(thumb.headers).toMatchObject({ 'content-type': 'image/webp', 'accept-ranges': 'bytes' })
  expect(formats).toEqual(Array.from({ length: 40 }, () => 'jpeg'))
})

test('a BMP is kept as it is and shown like any other image', async () => {
  const project = await newProject(station)
  const file = bmp({ width: 2, height: 1, bits: 24, rows: [[0, 0, 255, 0, 255, 0]] })
  const upload = (name: string) =>
    station.management.post(`/dataset/${project}/upload`, { form: imageForm(file, { name }) })

  const { id } = Created.parse((await upload('old.bmp')).body)
  const again = await upload('new.bmp')
  const details = await station.management.get(`/acme/${project}/images/${id}`)
  const { original, thumb } = Details.parse(details.body).image.urls
  const [sent, shown] = [await station.management.get(original), await station.management.get(thumb)]

  expect(again).toMatchObject({ body: { duplicate: true, id } })
  expect(sent).toMatchObject({ headers: { 'content-type': 'image/bmp' }, bytes: file })
  const header = await sharp(shown.bytes).metadata()
  expect(header).toMatchObject({ format: 'webp', width: 2, height: 1 })
})
