import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject, newVersion, upload, uploadLabelled } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Uploaded = z.object({ id: z.string() })

const remove = (project: string, images: unknown) =>
  station.management.request('DELETE', `/acme/${project}/images`, { json: { images } })
const purge = (images: unknown, asked = {}) =>
  station.management.request('DELETE', '/acme/images', { json: { images }, ...asked })

const countOf = async (project: string) => (await station.management.get(`/acme/${project}`)).body

test('images leave the project without a word', async () => {
  const project = await newProject(station)
  const [first, second, third] = [
    await upload(station, project),
    await upload(station, project),
    await upload(station, project),
  ]

  const answer = await remove(project, [first, third])

  expect({ status: answer.status, bytes: answer.bytes.length }).toEqual({ status: 204, bytes: 0 })
  expect(await countOf(project)).toMatchObject({ project: { images: 1 } })
  expect((await station.management.get(`/acme/${project}/images/${second}`)).status).toBe(200)
  expect((await station.management.get(`/acme/${project}/images/${first}`)).status).toBe(404)
})

test('one image that is not there keeps all others in the project, and is named', async () => {
  const [project, other] = [await newProject(station), await newProject(station)]
  const image = await upload(station, project)
  const remote = await upload(station, other)

  const answers = [
    await remove(project, [image, remote]),
    await remove(project, [image, 'gone', 'lost']),
    await remove(project, []),
    await remove(project, 'all'),
    await station.management.request('DELETE', `/acme/${project}/images`),
    await remove('nowhere', [image]),
  ]

  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
    {
      status: 404,
      body: { error: expect.stringMatching(`^Image not found in .*: "${remote}"\\. Nothing was deleted$`) },
    },
    { status: 404, body: { error: expect.stringMatching(/^Images not found in .*: "gone", "lost"\./) } },
    { status: 400, body: { error: expect.stringContaining('images is empty') } },
    { status: 400, body: { error: 'images must be a list' } },
    { status: 400, body: { error: expect.any(String) } },
    { status: 404, body: { error: expect.stringContaining('no project "nowhere"') } },
  ])
  expect(await countOf(project)).toMatchObject({ project: { images: 1 } })
})

test('an image that was deleted may be uploaded again', async () => {
  const project = await newProject(station)
  const form = imageForm(await someImage(), { tag: 'first' })
  const path = `/dataset/${project}/upload`
  const { id } = Uploaded.parse((await station.management.post(path, { form })).body)

  await remove(project, [id])
  const again = await station.management.post(path, { form })

  expect(again).toMatchObject({ status: 200, body: { success: true, id: expect.not.stringMatching(id) } })
  expect(await remove(project, [id])).toMatchObject({ status: 404 })
})

test('only images that no project and no version holds are deleted for good', async () => {
  const project = await newProject(station)
  const held = await upload(station, project)
  const versioned = await uploadLabelled(station, project)
  const loose = await upload(station, project, { tag: 'night', metadata: '{"lane":1}' })
  await newVersion(station, project)
  const fresh = await uploadLabelled(station, project)
  await remove(project, [versioned, fresh, loose])

  const answer = await purge([held, versioned, fresh, loose, 'gone'])

  expect(answer).toMatchObject({
    status: 200,
    body: { deleted: 2, skipped: 3, deletedSources: 2, skippedSources: 3 },
  })
  expect((await station.management.get(`/acme/${project}/images/${held}`)).status).toBe(200)
  expect(await purge([fresh])).toMatchObject({ body: { deleted: 0, skipped: 1 } })
})

test('another workspace deletes nothing here', async () => {
  const fish = await station.addWorkspace('fish')
  const project = await newProject(station)
  const image = await upload(station, project)
  await remove(project, [image])

  const answers = [
    await purge([image], { key: fish.key }),
    await station.management.request('DELETE', '/fish/images', { json: { images: [image] }, key: fish.key }),
    await purge([image]),
  ]

  expect(answers).toMatchObject([
    { status: 403 },
    { status: 200, body: { deleted: 0, skipped: 1 } },
    { status: 200, body: { deleted: 1, skipped: 0 } },
  ])
})
