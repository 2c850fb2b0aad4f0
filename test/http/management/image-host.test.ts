import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Told = z.object({ project: z.object({ annotation: z.string() }) })

async function groupOf(project: string): Promise<string> {
  return Told.parse((await station.management.get(`/acme/${project}`)).body).project.annotation
}

test('the original is sent byte for byte, under its own type, in parts too', async () => {
  const project = await newProject(station)
  const bytes = await someImage()
  const uploaded = await station.management.post(`/dataset/${project}/upload`, { form: imageForm(bytes) })
  const { id } = z.object({ id: z.string() }).parse(uploaded.body)

  const whole = await station.management.get(`/acme/${id}/original.jpg?api_key=${station.key}`, { key: null })
  const part = await station.management.get(`/acme/${id}/original.jpg`, { headers: { range: 'bytes=0-9' } })

  expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' }, bytes })
  expect(part).toMatchObject({ status: 206, bytes: bytes.subarray(0, 10) })
})

test('the thumbnail is a JPEG, the drawing of the annotations a PNG that lets the image through', async () => {
  const project = await newProject(station)
  const id = await uploadLabelled(station, project)

  const thumb = await station.management.get(`/acme/${id}/thumb.jpg`)
  const drawing = await station.management.get(`/acme/${id}/annotation-${await groupOf(project)}.png`)

  expect(thumb).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ format: 'jpeg' })
  expect(drawing).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  const { data, info } = await sharp(drawing.bytes).raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(Math.floor(y) * info.width + Math.floor(x)) * 4 + 3]
  const [left, middle, centre] = [info.width / 4, info.height / 2, info.width / 2]
  expect([alphaAt(0, 0), alphaAt(left, middle), alphaAt(centre, middle)]).toEqual([0, 255, 51])
})

test.each(['original.jpg', 'thumb.jpg', 'annotation-GROUP.png'])(
  '%s is there for nobody without a right',
  async (file) => {
    const project = await newProject(station)
    const id = await uploadLabelled(station, project)
    const path = `/acme/${id}/${file.replace('GROUP', await groupOf(project))}`
    const other = await station.addWorkspace(`other${file.slice(0, 5)}`)
    const made = await station.management.post('/acme/api-keys', { json: { name: 'Narrow', scopes: ['project:read'] } })
    const { key: narrow } = z.object({ key: z.string() }).parse(made.body)

    const keyless = await station.management.get(path, { key: null })
    const scoped = await station.management.get(path, { key: narrow })
    const foreign = await station.management.get(path, { key: other.key })
    const crossed = await station.management.get(path.replace('acme', other.slug), { key: other.key })
    await station.management.request('DELETE', `/acme/${project}`)
    const trashed = await station.management.get(path)

    const statuses = [keyless, scoped, foreign, crossed, trashed].map(({ status }) => status)
    expect(statuses).toEqual([401, 403, 403, 404, 404])
  },
)

test('there is no drawing of an image without annotations, nor of another group', async () => {
  const project = await newProject(station)
  const [bare, labelled] = [await upload(station, project), await uploadLabelled(station, project)]

  const answers = [
    await station.management.get(`/acme/${bare}/annotation-${await groupOf(project)}.png`),
    await station.management.get(`/acme/${labelled}/annotation-others.png`),
    await station.management.get('/acme/nosuchimage000000000/original.jpg'),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})
