import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject, upload } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { fromSvg } from '../../kit/svg.ts'

let station: TestStation
let project: string

beforeAll(async () => {
  station = await testStation()
  project = await newProject(station)
})

afterAll(async () => station.close())

const Details = z.object({ image: z.looseObject({ urls: z.record(z.string(), z.string()) }) })

async function detailsOf(image: string) {
  return Details.parse((await station.management.get(`/acme/${project}/images/${image}`)).body).image
}

/** One box that covers the middle of the image, and a triangle over its left upper half. */
const annotate = (image: string) =>
  station.management.post(`/dataset/${project}/annotate/${image}?name=a.txt`, {
    json: { annotationFile: '0 0.5 0.5 0.5 0.5\n1 0 0 0.5 0 0 0.5', labelmap: { 0: 'crate', 1: 'sail' } },
  })

test('an image tells all that is known of it', async () => {
  const id = await upload(station, project, { name: 'quay.png', tag: 'night', metadata: '{"lane":4}' })
  await annotate(id)

  const { annotation, ...image } = await detailsOf(id)

  expect(image).toEqual({
    id,
    name: 'quay.png',
    split: 'train',
    labels: ['crate', 'sail'],
    tags: ['night'],
    user_metadata: { lane: 4 },
    predictions: [],
    created: expect.any(Number),
    width: 64,
    height: 48,
    urls: { original: expect.any(String), thumb: expect.any(String), annotation: expect.any(String) },
  })
  expect(annotation).toMatchObject({ boxes: [{ label: 'crate' }, { label: 'sail' }] })
})

test('every link of a labelled image leads to an image, without an API key', async () => {
  const id = await upload(station, project)
  await annotate(id)
  const { urls } = await detailsOf(id)

  const answers = await Promise.all(Object.values(urls).map((url) => station.management.get(url, { key: null })))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ headers }) => headers['content-type'])).toEqual(['image/png', 'image/webp', 'image/svg+xml'])
})

test('the drawing of the labels covers them in their colours, and nothing else', async () => {
  const id = await upload(station, project)
  await annotate(id)
  const { urls } = await detailsOf(id)

  const { bytes, headers } = await station.management.get(urls['annotation'] ?? '', { key: null })

  const { data, info } = await fromSvg(bytes.toString()).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  expect({ width: info.width, height: info.height }).toEqual({ width: 64, height: 48 })
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  expect(at(32, 24)).toEqual([0x78, 0xa4, 0xf6, 51].map((value) => expect.closeTo(value, -1)))
  expect(at(5, 5)).toEqual([0xfb, 0xd0, 0x4e, 51].map((value) => expect.closeTo(value, -1)))
  expect(at(60, 44)).toEqual([0, 0, 0, 0])
})

test('an image that nobody has labelled has no drawing', async () => {
  const { urls } = await detailsOf(await upload(station, project))

  expect(Object.keys(urls)).toEqual(['original', 'thumb'])
})

test('a link with the key of another link is refused', async () => {
  const id = await upload(station, project)
  const { urls } = await detailsOf(id)

  const answer = await station.management.get((urls['thumb'] ?? '').replace('/thumb', '/annotation'), { key: null })

  expect(answer).toMatchObject({ status: 404, body: { error: 'This link leads to no image' } })
})
