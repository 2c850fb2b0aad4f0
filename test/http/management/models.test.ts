import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const Opened = z.object({ url: z.string() })
const Models = z.array(z.looseObject({ id: z.string(), url: z.string(), sha256: z.string() }))
const Weights = z.object({ weightsUrl: z.string() })

let station: TestStation
let names = 0

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

interface Sent {
  readonly name?: string
  readonly projects: readonly string[]
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

async function open(query: Readonly<Record<string, string>>) {
  return station.management.post(`/acme/models/prepareUpload?${new URLSearchParams(query).toString()}`)
}

/** As Python clients send a file: its bytes alone, under no media type. */
const put = (url: string, body: Buffer, headers: Readonly<Record<string, string>> = {}) =>
  station.management.request('PUT', url, { key: null, body, headers })

/** Sends a file in as clients do: they ask for an address and PUT the file there. */
async function send({ name, projects, bytes = randomBytes(2000), headers }: Sent) {
  names += 1
  const modelName = name ?? `Gulls ${names}`
  const { url } = Opened.parse((await open({ modelName, modelType: 'yolov8n', projectIds: projects.join(',') })).body)
  return { modelName, bytes, answer: await put(url, bytes, headers) }
}

async function modelsOf(project: string) {
  const { status, body } = await station.management.get(`/acme/${project}/models`)
  expect(status).toBe(200)
  return Models.parse(body)
}

test('a project without models has an empty list, and no model is found by name', async () => {
  const project = await newProject(station)

  const listed = await station.management.get(`/acme/${project}/models`)
  const read = await station.management.get('/models/acme/gannets')

  expect(listed).toMatchObject({ status: 200, body: [] })
  expect(read).toMatchObject({ status: 404, body: { error: 'There is no model "gannets" in Acme' } })
})

test('weights that are sent in are listed with their projects, and come back byte for byte', async () => {
  const [one, two] = [await newProject(station), await newProject(station)]

  const { bytes, answer } = await send({ name: 'Gulls and terns', projects: [one, `acme/${two}`] })

  const [model] = await modelsOf(one)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const told = { url: 'acme/gulls-and-terns', name: 'Gulls and terns', modelType: 'yolov8n', metrics: null, sha256 }
  const read = await station.management.get('/models/acme/gulls-and-terns')
  const weights = await station.management.get(`/acme/${two}/${model?.id}/ptFile`)
  const { weightsUrl } = Weights.parse(weights.body)
  const file = await station.management.get(weightsUrl, { key: null })
  expect(answer.status).toBe(200)
  expect(model).toMatchObject({ ...told, bytes: bytes.length, starred: false, projects: [one, two].toSorted() })
  expect(read).toMatchObject({ status: 200, body: told })
  expect(file.bytes).toEqual(bytes)
  expect(file.headers).toMatchObject({ 'content-length': String(bytes.length), etag: `"${sha256}"` })
  expect((await station.management.get(weightsUrl.replace(/key=.{4}/, 'key=0000'), { key: null })).status).toBe(404)
  expect(await modelsOf(two)).toEqual(await modelsOf(one))
})

test('a version has one model, found by its number', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  await newVersion(station, project)
  const ask = () => station.management.get(`/acme/${project}/1/uploadModel?modelType=yolov8n&nocache=true`)
  const { url } = Opened.parse((await ask()).body)
  const bytes = randomBytes(500)

  await put(url, bytes)

  const weights = await station.management.get(`/acme/${project}/1/ptFile`)
  const { weightsUrl } = Weights.parse(weights.body)
  const read = await station.management.get(`/models/acme/${encodeURIComponent(`${project}/1`)}`)
  expect(await ask()).toMatchObject({ status: 429, body: { error: expect.stringContaining('already has a model') } })
  expect(await put(url, bytes)).toMatchObject({ status: 409 })
  expect((await station.management.get(weightsUrl, { key: null })).bytes).toEqual(bytes)
  expect(read).toMatchObject({ status: 200, body: { url: `${project}/1` } })
})

test.each([
  [{ modelName: '', modelType: 'x', projectIds: '@' }, 400, 'modelName is missing'],
  [{ modelName: 'M', modelType: '', projectIds: '@' }, 400, 'modelType is missing'],
  [{ modelName: 'M'.repeat(101), modelType: 'x', projectIds: '@' }, 400, 'modelName has 101 characters'],
  [{ modelName: 'M', modelType: 'x', projectIds: '' }, 400, 'projectIds is empty'],
  [{ modelName: 'M', modelType: 'x', projectIds: '@,lagoon' }, 404, 'There is no project "lagoon"'],
])('no upload is opened for %j', async (query, status, sentence) => {
  const project = await newProject(station)

  const answer = await open({ ...query, projectIds: query.projectIds.replace('@', project) })

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(sentence) } })
})

test('a file that arrives damaged or empty is refused and leaves nothing behind', async () => {
  const project = await newProject(station)
  const bytes = randomBytes(100)
  const digest = createHash('sha256').update(bytes).digest('base64')
  const before = await station.storedBlobs()

  const told = { 'content-digest': `sha-256=:${digest}:` }
  const damaged = await send({ projects: [project], bytes: randomBytes(100), headers: told })
  const amazon = { 'x-amz-checksum-sha256': digest }
  const wrong = await send({ projects: [project], bytes: randomBytes(100), headers: amazon })
  const empty = await send({ projects: [project], bytes: Buffer.alloc(0) })
  const after = await station.storedBlobs()
  const sound = await send({ projects: [project], bytes, headers: told })

  expect(damaged.answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('arrived damaged') } })
  expect([wrong.answer.status, empty.answer.status, sound.answer.status]).toEqual([400, 400, 200])
  expect(after).toEqual(before)
})

test('an address without its key or with another upload takes nothing, nor a file that is too large', async () => {
  const project = await newProject(station)
  const opened = await open({ modelName: 'Late', modelType: 'x', projectIds: project })
  const { url } = Opened.parse(opened.body)
  const changed = new URL(url)
  changed.searchParams.set('upload', (changed.searchParams.get('upload') ?? '').replace('Late', 'Mine'))

  const answers = [
    await put(url.replace(/key=.{4}/, 'key=0000'), Buffer.from('x')),
    await put(String(changed), Buffer.from('x')),
  ]
  const large = await put(url, Buffer.from('x'), { 'content-length': String(3 * 1024 ** 3) }).catch(() => undefined)

  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(large?.status).toBe(413)
  expect(await modelsOf(project)).toEqual([])
})

test('an upload takes no file when its hour is over', async () => {
  const project = await newProject(station)
  const opened = await open({ modelName: 'Late', modelType: 'x', projectIds: project })
  const upload = new URL(Opened.parse(opened.body).url).searchParams.get('upload') ?? ''
  const late = upload.replace(/"expiresAt":"[^"]+"/, `"expiresAt":"${new Date(Date.now() - 1).toISOString()}"`)

  const answer = await station.services.models.receive(late, Readable.from([Buffer.from('x')]))

  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'upload-closed' } })
})

test('a model with a star comes first', async () => {
  const project = await newProject(station)
  await send({ projects: [project] })
  const [first] = await modelsOf(project)
  await send({ projects: [project] })
  const star = (starred: boolean) =>
    station.management.post(`/acme/models/${first?.id}/favorite`, { json: { starred } })

  const starred = await star(true)
  const withStar = await modelsOf(project)
  await star(false)
  const without = await modelsOf(project)

  expect(starred).toMatchObject({ status: 200, body: { success: true, starred: true } })
  expect(withStar.map(({ id }) => id)).toEqual([first?.id, expect.any(String)])
  expect(without.map(({ id }) => id)).toEqual(withStar.map(({ id }) => id).toReversed())
})

test('a deleted model lies in the trash, comes back from it, and goes for good when it is due', async () => {
  const project = await newProject(station)
  const { modelName } = await send({ projects: [project] })
  const [model] = await modelsOf(project)
  const weights = Weights.parse((await station.management.get(`/acme/${project}/${model?.id}/ptFile`)).body)
  const link = async () => (await station.management.get(weights.weightsUrl, { key: null })).status
  const restore = () => station.management.post('/acme/trash/restore', { json: { type: 'model', id: model?.id } })
  const remove = () => station.management.request('DELETE', `/acme/models/${model?.id}`)

  const deleted = await remove()
  const whileDeleted = [await link(), (await modelsOf(project)).length]
  const trash = await station.management.get('/acme/trash')
  const restored = await restore()
  const whileBack = [await link(), (await modelsOf(project)).length]
  await remove()
  const second = await send({ name: modelName, projects: [project] })
  const taken = await restore()
  await station.cleanUp()
  runSql(station, 'UPDATE model SET trashed_at = 1577923200 WHERE id = ?', model?.id)
  await station.cleanUp()

  expect(deleted).toMatchObject({
    status: 200,
    body: { deleted: true, type: 'model', modelId: model?.id, trash: true },
  })
  expect([whileDeleted, whileBack]).toEqual([
    [404, 0],
    [200, 1],
  ])
  expect(trash.body).toMatchObject({ sections: { models: [{ id: model?.id, name: modelName, parentUrl: project }] } })
  expect(restored.status).toBe(200)
  expect(second.answer.status).toBe(200)
  expect(taken.status).toBe(409)
  expect(await station.storedBlobs()).not.toContain(model?.sha256)
  expect((await restore()).status).toBe(404)
})

test('a model is hidden with its project and deleted with the last of them', async () => {
  const project = await newProject(station)
  await send({ projects: [project] })
  const [model] = await modelsOf(project)
  const read = async () => (await station.management.get(`/models/acme/${model?.id}`)).status
  await station.cleanUp()

  await station.management.request('DELETE', `/acme/${project}`)
  const whileDeleted = await read()
  runSql(station, 'UPDATE project SET trashed_at = 1577923200 WHERE trashed_slug = ?', project)
  await station.cleanUp()
  await station.cleanUp()

  expect(whileDeleted).toBe(404)
  expect(await station.storedBlobs()).not.toContain(model?.sha256)
})
