import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const Created = z.object({ id: z.string() })
const Key = z.object({ key: z.string(), keyId: z.string(), folderIds: z.array(z.string()) })
const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const Tasked = z.object({ taskId: z.string() })
const Link = z.object({ link: z.string() })

let station: TestStation
/** The folders Line and Line/Booth, and one beside them. */
let line: string
let booth: string
let beside: string
/** One project in Line, one in Booth, and one that the key must not see, with an image each. */
let own: string
let below: string
let foreign: string
let ownImage: string
let foreignImage: string
/** Of the foreign project. */
let model: string
/** Limited to Line. */
let key: string

beforeAll(async () => {
  station = await testStation()
  ;[own, below, foreign] = [await newProject(station), await newProject(station), await newProject(station)]
  line = await newFolder({ name: 'Line', projects: [own] })
  booth = await newFolder({ name: 'Booth', parent_id: line, projects: [below] })
  beside = await newFolder({ name: 'Beside', projects: [foreign] })
  ownImage = await uploadLabelled(station, own, { name: 'own.png' })
  await uploadLabelled(station, below, { name: 'below.png' })
  foreignImage = await uploadLabelled(station, foreign, { name: 'foreign.png', batch: 'Monday' })
  await newVersion(station, foreign)
  model = await sendModel(foreign)
  key = (await makeKey({ name: 'Line', folderIds: [line] })).key
})

afterAll(async () => station.close())

async function newFolder(json: object): Promise<string> {
  return Created.parse((await station.management.post('/acme/groups', { json })).body).id
}

/** Sends weights in; answers the identifier of the model. */
async function sendModel(project: string): Promise<string> {
  const query = `modelName=Weights&modelType=yolov8&projectIds=${project}`
  const opened = await station.management.post(`/acme/models/prepareUpload?${query}`)
  const { url } = z.object({ url: z.string() }).parse(opened.body)
  const headers = { 'content-type': 'application/octet-stream' }
  await station.management.request('PUT', url, { key: null, body: Buffer.from('weights'), headers })
  const listed = await station.management.get(`/acme/${project}/models`)
  return z.array(Created).parse(listed.body)[0]?.id ?? ''
}

async function makeKey(json: object): Promise<z.infer<typeof Key>> {
  return Key.parse((await station.management.post('/acme/api-keys', { json })).body)
}

async function operations(): Promise<string[]> {
  const { paths } = Paths.parse((await station.management.get('/openapi.json', { key: null })).body)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** Sound bodies of operations that ask for one, else their schema would refuse before the project is looked for. */
const BODIES: Readonly<Record<string, () => object>> = {
  'DELETE /{workspace}/{project}/images': () => ({ images: [foreignImage] }),
  'PATCH /{workspace}/groups/{id}/projects': () => ({ projects: [foreign] }),
  'DELETE /{workspace}/groups/{id}/projects': () => ({ projects: [foreign] }),
  'DELETE /{workspace}/images': () => ({ images: [foreignImage] }),
  'POST /{workspace}/createWorkflow': () => ({ name: 'Sorting', config: '{}' }),
  'POST /{workspace}/updateWorkflow': () => ({ id: 'w1', name: 'Sorting', config: '{}' }),
  'POST /{workspace}/forkWorkflow': () => ({ source_workflow: 'sorting', source_workspace: 'acme' }),
  'POST /{workspace}/groups': () => ({ name: 'Mine' }),
  'POST /{workspace}/groups/{id}': () => ({ name: 'Mine' }),
  'POST /{workspace}/images/{imageId}/metadata': () => ({ addTags: ['night'] }),
  'POST /{workspace}/images/metadata': () => ({ updates: [{ imageId: foreignImage, addTags: ['night'] }] }),
  'POST /{workspace}/models/{modelId}/favorite': () => ({ starred: true }),
  'PATCH /{workspace}/{project}': () => ({ public: true }),
  'POST /catalog/search': () => ({ q: 'harbor' }),
  'POST /universe/search': () => ({ q: 'harbor' }),
  'POST /{workspace}/projects/fork': () => ({ source_project: foreign }),
  'POST /{workspace}/projects': () => ({ name: 'Mine', type: 'object-detection' }),
  'POST /{workspace}/search/export': () => ({ query: 'filename:foreign', format: 'coco' }),
  'POST /{workspace}/trash/restore': () => ({ type: 'project', id: foreign }),
  'POST /{workspace}/{project}/images/{imageId}/tags': () => ({ operation: 'add', tags: ['night'] }),
  'POST /{workspace}/{project}/jobs': () => ({ name: 'Ferry', batch: 'Monday', labelerEmail: 'l@x.org' }),
  'POST /{workspace}/{project}/splits/rebalance': () => ({ splits: { train: 1, valid: 1, test: 1 } }),
}

const VALUES: Readonly<Record<string, () => string>> = {
  workspace: () => 'acme',
  project: () => foreign,
  version: () => '1',
  format: () => 'coco',
  imageId: () => foreignImage,
  id: () => beside,
  modelId: () => model,
  modelUrl: () => model,
}

/** Asks with the limited key for the foreign project and what is in it. */
async function ask(operation: string) {
  const [method = '', path = ''] = operation.split(' ')
  const url = path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => VALUES[name]?.() ?? '0'.repeat(20))
  if (url.endsWith('/prepareUpload')) {
    return station.management.post(`${url}?modelName=Mine&modelType=x&projectIds=${foreign}`, { key })
  }
  if (url.endsWith('/upload')) {
    return station.management.post(url, { key, form: imageForm(await someImage(), { name: 'sent.png' }) })
  }
  if (url.endsWith('/search') && method === 'GET') return station.management.get(`${url}?q=harbor`, { key })
  if (method === 'GET') return station.management.get(url, { key })
  return station.management.request(method, url, { key, json: BODIES[operation]?.() ?? {} })
}

test('to a key of other folders a project is not there, whatever is asked of it', async () => {
  const before = (await station.management.get(`/acme/${foreign}`)).body
  const asking = (await operations()).filter((operation) => operation.includes('{project}'))

  const sentence = `There is no project "${foreign}" in Acme`
  expect(asking.length).toBeGreaterThan(20)
  for (const operation of asking) {
    expect(await ask(operation), `${operation}`).toMatchObject({ status: 404, body: { error: sentence } })
  }
  expect((await station.management.get(`/acme/${foreign}`)).body).toEqual(before)
})

/** Status of operations that name no project: of foreign things, or of the whole workspace. */
const ELSE: Readonly<Record<string, number>> = {
  'GET /': 200,
  'POST /': 200,
  'GET /{workspace}': 200,
  'GET /{workspace}/api-keys': 403,
  'POST /{workspace}/api-keys': 403,
  'GET /{workspace}/api-keys/publishable': 200,
  'GET /{workspace}/api-keys/{keyId}': 403,
  'PATCH /{workspace}/api-keys/{keyId}': 403,
  'DELETE /{workspace}/api-keys/{keyId}': 403,
  'GET /{workspace}/asynctasks/{id}': 404,
  'POST /{workspace}/createWorkflow': 403,
  'POST /{workspace}/updateWorkflow': 403,
  'POST /{workspace}/forkWorkflow': 403,
  'POST /{workspace}/workflowToken': 403,
  'GET /{workspace}/groups': 200,
  'POST /{workspace}/groups': 403,
  'GET /{workspace}/groups/{id}': 404,
  'POST /{workspace}/groups/{id}': 403,
  'DELETE /{workspace}/groups/{id}': 403,
  'PATCH /{workspace}/groups/{id}/projects': 403,
  'DELETE /{workspace}/groups/{id}/projects': 403,
  'DELETE /{workspace}/images': 200,
  'POST /{workspace}/images/metadata': 403,
  'POST /{workspace}/images/{imageId}/metadata': 404,
  'POST /{workspace}/projects': 403,
  'POST /{workspace}/projects/fork': 403,
  'GET /catalog/search': 200,
  'POST /catalog/search': 400,
  'GET /universe/search': 200,
  'POST /universe/search': 400,
  'POST /{workspace}/search/export': 400,
  'GET /{workspace}/search/export/{exportId}': 404,
  'GET /models/{workspace}/{modelUrl}': 404,
  'POST /{workspace}/models/install': 403,
  'POST /{workspace}/models/prepareUpload': 404,
  'POST /{workspace}/models/{modelId}/favorite': 404,
  'DELETE /{workspace}/models/{modelId}': 404,
  'POST /{workspace}/search/v1': 200,
  'GET /{workspace}/trash': 200,
  'POST /{workspace}/trash/restore': 404,
  'GET /{workspace}/upload/zip/{taskId}': 404,
  'GET /{workspace}/workflows': 403,
  'GET /{workspace}/workflows/{workflow}': 403,
  'DELETE /{workspace}/workflows/{workflow}': 403,
  'GET /{workspace}/workflows/{workflow}/versions': 403,
}

test('what concerns the whole workspace is refused or narrowed, and every operation is decided', async () => {
  const asking = (await operations()).filter((operation) => !operation.includes('{project}'))

  const answers = []
  for (const operation of asking) answers.push({ operation, ...(await ask(operation)) })

  const refused = answers.filter(({ status }) => status === 403).map(({ body }) => JSON.stringify(body))
  expect(Object.fromEntries(answers.map(({ operation, status }) => [operation, status]))).toEqual(ELSE)
  expect(refused.filter((body) => !body.includes('limited to folders'))).toEqual([])
  expect(answers.filter(({ status, body }) => status === 200 && JSON.stringify(body).includes(foreign))).toEqual([])
})

test('projects in the folder and in the folders below it are there as ever', async () => {
  const workspace = await station.management.get('/acme', { key })
  const projects = await Promise.all([own, below].map((slug) => station.management.get(`/acme/${slug}`, { key })))
  const found = await station.management.post('/acme/search/v1', { key, json: { query: '*', fields: ['name'] } })
  const folders = await station.management.get('/acme/groups', { key })
  const edited = await station.management.post(`/acme/images/${ownImage}/metadata`, { key, json: { addTags: ['day'] } })

  const listed = z.object({ workspace: z.object({ projects: z.array(Created) }) }).parse(workspace.body)
  expect(listed.workspace.projects.map(({ id }) => id).toSorted()).toEqual([`acme/${own}`, `acme/${below}`].toSorted())
  expect(projects.map(({ status }) => status)).toEqual([200, 200])
  expect(found.body).toMatchObject({ total: 2, results: [{ name: 'own.png' }, { name: 'below.png' }] })
  expect(folders.body).toMatchObject({ data: [{ id: booth }, { id: line, parent_id: null }] })
  expect(edited.status).toBe(200)
})

test('its own tasks and exports can be followed, those of others not', async () => {
  const splits = { json: { splits: { train: 1, valid: 0, test: 0 } } }
  const path = (slug: string) => `/acme/${slug}/splits/rebalance`
  const mine = Tasked.parse((await station.management.post(path(own), { key, ...splits })).body)
  const theirs = Tasked.parse((await station.management.post(path(foreign), splits)).body)
  const json = { query: '*', format: 'coco' }
  const ours = Link.parse((await station.management.post('/acme/search/export', { key, json })).body)
  const everything = Link.parse((await station.management.post('/acme/search/export', { json })).body)
  for (const id of [mine.taskId, theirs.taskId, ours.link, everything.link]) await station.taskEnd(id)

  const tasks = [mine, theirs].map(({ taskId }) => station.management.get(`/acme/asynctasks/${taskId}`, { key }))
  const exports = [ours, everything].map(({ link }) => station.management.get(`/acme/search/export/${link}`, { key }))

  expect((await Promise.all(tasks)).map(({ status }) => status)).toEqual([200, 404])
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([200, 404])
})

test('its own trash can be read and restored', async () => {
  const mine = await newProject(station)
  const put = { json: { projects: [mine] } }
  await station.management.request('PATCH', `/acme/groups/${booth}/projects`, put)
  const theirs = await newProject(station)
  const ids = []
  for (const slug of [mine, theirs]) {
    const deleted = await station.management.request('DELETE', `/acme/${slug}`)
    ids.push(z.object({ projectId: z.string() }).parse(deleted.body).projectId)
  }

  const trash = await station.management.get('/acme/trash', { key })
  const restore = (id = '') => station.management.post('/acme/trash/restore', { key, json: { type: 'project', id } })
  const restored = [await restore(ids[0]), await restore(ids[1])]

  expect(trash.body).toMatchObject({ items: [{ id: ids[0], url: mine }] })
  expect(restored.map(({ status }) => status)).toEqual([200, 404])
})

test('a project that is moved out of the folder is gone for the key at once, and back when it returns', async () => {
  const moving = await newProject(station)
  const status = async () => (await station.management.get(`/acme/${moving}`, { key })).status
  const json = { projects: [moving] }

  const before = await status()
  await station.management.request('PATCH', `/acme/groups/${line}/projects`, { json })
  const inside = await status()
  await station.management.request('PATCH', `/acme/groups/${beside}/projects`, { json })
  const after = await status()

  expect([before, inside, after]).toEqual([404, 200, 404])
})

test('a key whose folders are all deleted reaches nothing', async () => {
  const folder = await newFolder({ name: 'Gone', projects: [await newProject(station)] })
  const made = await makeKey({ name: 'Gone', folderIds: [folder] })
  await station.management.request('DELETE', `/acme/groups/${folder}`)

  const workspace = await station.management.get('/acme', { key: made.key })
  const listed = await station.management.get(`/acme/api-keys/${made.keyId}`)

  expect(workspace.body).toMatchObject({ workspace: { projects: [] } })
  expect(listed.body).toMatchObject({ apiKey: { folderIds: [folder] } })
})

test.each([
  ['gone', 404, 'There is no folder "gone" in Acme'],
  [
    Array.from({ length: 101 }, (_, at) => `f${at}`),
    400,
    'folderIds names 101 folders; a key is limited to at most 100',
  ],
])('a key is not made for the folders %j', async (folders, status, sentence) => {
  const answer = await station.management.post('/acme/api-keys', { json: { folderIds: [folders].flat() } })

  expect(answer).toMatchObject({ status, body: { error: sentence } })
})
