import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject } from '../../kit/dataset.ts'
import { type ImageHost, imageHost, redirectsTo, sends } from '../../kit/image-host.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let host: ImageHost
let project: string
let bytes: Buffer

beforeAll(async () => {
  bytes = await someImage(80, 60)
  const second = await someImage()
  host = await imageHost({
    '/photos/quay%20one.png?size=full': sends(bytes),
    '/two.png': sends(second),
    '/moved.png': redirectsTo('/two.png'),
    '/text.png': sends('no image'),
    '/empty.png': sends(''),
    '/inside.png': redirectsTo('http://127.0.0.1:1/a.png'),
    '/broken.png': (response) => void response.writeHead(503).end(),
    '/cut.png': (response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write(bytes.subarray(0, 50), () => response.destroy())
    },
  })
  station = await testStation({ fetching: { trustedHosts: [host.host] } })
  project = await newProject(station)
})

afterAll(async () => {
  await station.close()
  await host.close()
})

const Uploaded = z.object({ id: z.string() })

const from = (path: string, query: Record<string, string> = {}) =>
  station.management.post(
    `/dataset/${project}/upload?${new URLSearchParams({ image: `http://${host.host}${path}`, ...query }).toString()}`,
  )

async function imageOf(answer: { body: unknown }) {
  const { id } = Uploaded.parse(answer.body)
  const { body } = await station.management.get(`/acme/${project}/images/${id}`)
  return z.object({ image: z.record(z.string(), z.unknown()) }).parse(body).image
}

const countOf = async () =>
  z.object({ project: z.object({ images: z.number() }) }).parse((await station.management.get(`/acme/${project}`)).body)
    .project.images

test('an image is fetched from its address, and remembers it', async () => {
  const answer = await from('/photos/quay%20one.png?size=full', { split: 'valid', tag: 'web', metadata: '{"lane":4}' })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  const image = await imageOf(answer)
  expect(image).toMatchObject({
    name: 'quay one.png',
    split: 'valid',
    tags: ['web'],
    user_metadata: { lane: 4 },
    width: 80,
    source_url: `http://${host.host}/photos/quay%20one.png?size=full`,
  })
  const { original } = z.object({ original: z.string() }).parse(image['urls'])
  expect((await station.management.get(original)).bytes.equals(bytes)).toBe(true)
})

test('the same image again, from another address, is there already', async () => {
  const first = await from('/two.png')

  const again = await from('/moved.png', { name: 'again.png', tag: 'twice' })

  const { id } = Uploaded.parse(first.body)
  expect(again).toMatchObject({ status: 200, body: { duplicate: true, id } })
  expect(await imageOf(again)).toMatchObject({ tags: ['twice'], source_url: `http://${host.host}/two.png` })
})

test('the address may stand in a form of either kind', async () => {
  const form = new FormData()
  form.append('name', 'form.png')
  form.append('image', `http://${host.host}/two.png`)
  const text = new URLSearchParams({ tag: 'words', image: `http://${host.host}/two.png` }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const path = `/acme/${project}/upload`

  const answers = [
    await station.management.post(path, { form }),
    await station.management.post(path, { headers, body: text }),
  ]

  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(await imageOf(answers[1] ?? { body: null })).toMatchObject({ tags: expect.arrayContaining(['words']) })
})

test.each([
  ['an empty form', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
  ['JSON', { 'content-type': 'application/json' }, '{}'],
])('beside an address in the query, a body of %s is passed over', async (_what, headers, body) => {
  const path = `/dataset/${project}/upload?image=${encodeURIComponent(`http://${host.host}/two.png`)}&tag=`

  expect(await station.management.post(path, { headers, body })).toMatchObject({ status: 200 })
})

test.each([
  ['/text.png', 400, /^text\.png: This file is not an image/],
  ['/empty.png', 400, /^empty\.png: The file is empty/],
  ['/inside.png', 400, /^Could not fetch image URL: 127\.0\.0\.1:1 is not on the open internet/],
])('%s is refused with %d, and nothing of it stays', async (path, status, sentence) => {
  const before = await countOf()

  const answer = await from(path)

  expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(sentence) } })
  expect(answer.body).not.toHaveProperty('retryable')
  expect(await countOf()).toBe(before)
})

test.each([
  ['/gone.png', 'answered with the status 404'],
  ['/broken.png', 'answered with the status 503'],
  ['/cut.png', 'broke off'],
])('%s may be tried again, and nothing of it stays', async (path, reason) => {
  const before = await countOf()

  const answer = await from(path)

  const error = expect.stringMatching(new RegExp(`^Could not fetch image URL: 127.*${reason}$`))
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 502, body: { error, retryable: true } })
  expect(await countOf()).toBe(before)
})

test('wrong words are refused before anybody is asked', async () => {
  const before = host.asked.length

  const answers = [await from('/two.png', { split: 'val' }), await from('/two.png', { tag: 'a/b' })]

  expect(answers).toMatchObject([{ status: 400 }, { status: 400 }])
  expect(host.asked.length).toBe(before)
})

test('an image and an address at once are too much', async () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')

  const answer = await station.management.post(`/dataset/${project}/upload?image=http://${host.host}/two.png`, { form })

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('Send one of the two') } })
})
