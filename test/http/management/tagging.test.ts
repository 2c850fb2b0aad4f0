import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { TaskId } from '#common/ids'
import { newProject, upload } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: string

beforeAll(async () => {
  station = await testStation()
  project = await newProject(station)
})

afterAll(async () => station.close())

const Started = z.object({ taskId: z.string(), url: z.string() })

const tag = (image: string, json: object) => station.management.post(`/acme/${project}/images/${image}/tags`, { json })
const edit = (image: string, json: object) => station.management.post(`/acme/images/${image}/metadata`, { json })
const editMany = (updates: readonly object[]) => station.management.post('/acme/images/metadata', { json: { updates } })

async function factsOf(image: string) {
  const { body } = await station.management.get(`/acme/${project}/images/${image}`)
  return z.object({ image: z.object({ tags: z.unknown(), user_metadata: z.unknown() }) }).parse(body).image
}

test('tags are added, taken away and set, and each answer tells all of them', async () => {
  const image = await upload(station, project)

  const answers = [
    await tag(image, { operation: 'add', tags: ['lot-7', '  second   shift '] }),
    await tag(image, { operation: 'add', tags: 'lot-7' }),
    await tag(image, { operation: 'remove', tags: ['lot-7', 'never'] }),
    await tag(image, { operation: 'set', tags: ['b', 'a'] }),
  ]

  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 200, body: { success: true, tags: ['lot-7', 'second shift'] } },
    { status: 200, body: { success: true, tags: ['lot-7', 'second shift'] } },
    { status: 200, body: { success: true, tags: ['second shift'] } },
    { status: 200, body: { success: true, tags: ['a', 'b'] } },
  ])
  expect(await factsOf(image)).toEqual({ tags: ['a', 'b'], user_metadata: {} })
})

test.each([
  ['{"metadata": {"__proto__": {"lane": 4}}}', 'metadata.__proto__ is refused: the name "__proto__" is not allowed'],
  ['{"metadata": {}, "__proto__": 1}', '__proto__ is refused: the name "__proto__" is not allowed'],
  [
    '{"addTags": [{"constructor": {"prototype": 1}}]}',
    'addTags.0.constructor.prototype is refused: the name "prototype" is not allowed',
  ],
  [
    `{"removeTags": ["${'a'.repeat(600_000)}"], "metadata": {"\\u005f_proto__": 1}}`,
    'metadata.__proto__ is refused: the name "__proto__" is not allowed',
  ],
])('a name that stands for the prototype of an object is refused with its place: %.40s', async (body, error) => {
  const headers = { 'content-type': 'application/json' }

  const answer = await station.management.post('/acme/images/none/metadata', { body, headers })

  expect(answer).toMatchObject({ status: 400, body: { error } })
})

test('metadata is set and taken away together with tags', async () => {
  const image = await upload(station, project)
  await edit(image, { metadata: { lane: 4, cam: 'c1', wet: false }, addTags: ['old'] })

  const answer = await edit(image, {
    metadata: { lane: 5.5 },
    removeMetadata: ['cam'],
    addTags: ['new'],
    removeTags: ['old'],
    further: 1,
  })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await factsOf(image)).toEqual({ tags: ['new'], user_metadata: { lane: 5.5, wet: false } })
})

test.each([
  ['nothing', {}, 'Specify what to change'],
  ['a key both ways', { metadata: { lane: 1 }, removeMetadata: [' lane '] }, '"lane" is both set and removed'],
  ['a tag both ways', { addTags: ['a'], removeTags: ['a'] }, '"a" is both added and removed'],
  ['a value that is a list', { metadata: { lane: [1] } }, 'value of "lane" must be a text, a number, true or false'],
  ['a value that is null', { metadata: { lane: null } }, 'value of "lane" must be'],
  ['a long value', { metadata: { lane: 'x'.repeat(4001) } }, 'has 4001 characters'],
  ['an empty key', { metadata: { ' ': 1 } }, 'A metadata key cannot be empty'],
  ['a long key', { metadata: { ['k'.repeat(129)]: 1 } }, 'has 129 characters'],
  ['a long tag', { addTags: ['t'.repeat(65)] }, 'has 65 characters; at most 64'],
  ['an empty tag', { addTags: ['ok', ' '] }, 'A tag cannot be empty'],
  ['a tag with other signs', { addTags: ['a/b'] }, 'The tag "a/b" cannot be kept'],
  ['too many tags', { addTags: Array.from({ length: 101 }, (_, i) => `t${i}`) }, 'names 101 tags'],
  ['metadata that is a list', { metadata: ['lane'] }, 'metadata must be'],
])('a change of %s is refused, and nothing of it happens', async (_what, json, sentence) => {
  const image = await upload(station, project)

  const answer = await edit(image, json)

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
  expect(await factsOf(image)).toEqual({ tags: [], user_metadata: {} })
})

test.each([
  ['an unknown operation', { operation: 'toggle', tags: ['a'] }, 'operation must be one of "add", "remove", "set"'],
  ['no tags', { operation: 'add' }, 'tags is missing'],
  ['a number as tag', { operation: 'add', tags: [1] }, 'tags'],
])('a tag request with %s is refused', async (_what, json, sentence) => {
  const answer = await tag(await upload(station, project), json)

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
})

test('images that are missing, in the trash or of another workspace are not found', async () => {
  const image = await upload(station, project)
  const trashed = await upload(station, project)
  await trash(trashed)
  const fish = await station.addWorkspace('fish')
  const json = { addTags: ['a'] }

  const answers = [
    await edit('nosuchimage0000000', json),
    await edit('..', json),
    await edit(trashed, json),
    await station.management.post(`/fish/images/${image}/metadata`, { json, key: fish.key }),
    await tag('nosuchimage0000000', { operation: 'add', tags: ['a'] }),
    await station.management.post(`/acme/nowhere/images/${image}/tags`, { json: { operation: 'add', tags: ['a'] } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(await factsOf(image)).toEqual({ tags: [], user_metadata: {} })
})

test('an image whose project lies in the trash is not found', async () => {
  const remote = await newProject(station)
  const image = await upload(station, remote)
  await station.management.request('DELETE', `/acme/${remote}`)

  expect(await edit(image, { addTags: ['a'] })).toMatchObject({ status: 404 })
})

test('many images are changed as a task that counts those it could not find', async () => {
  const [first, second] = [await upload(station, project), await upload(station, project)]

  const answer = await editMany([
    { imageId: first, addTags: ['night'] },
    { imageId: 'nosuchimage0000000', addTags: ['night'] },
    { imageId: second, metadata: { lane: 2 } },
  ])
  const { taskId, url } = Started.parse(answer.body)
  await station.taskEnd(taskId)

  const failedItems = [{ imageId: 'nosuchimage0000000', error: expect.stringContaining('no image') }]
  expect(answer.status).toBe(202)
  expect((await station.management.get(url)).body).toMatchObject({
    status: 'completed',
    progress: { current: 3, total: 3 },
    result: { succeeded: 2, failed: 1, failedItems },
  })
  expect([await factsOf(first), await factsOf(second)]).toEqual([
    { tags: ['night'], user_metadata: {} },
    { tags: [], user_metadata: { lane: 2 } },
  ])
})

test('a task that is taken up again after a crash leads to the same tags and counts', async () => {
  const image = await upload(station, project)
  const { work } = station.services.tagging
  const change = {
    replaceTags: false,
    addTags: ['night'],
    removeTags: ['old'],
    metadata: { lane: 2 },
    removeMetadata: [],
  }
  const input = {
    workspace: station.workspace.row,
    updates: [
      { image, tagging: change },
      { image: 'gone', tagging: change },
    ],
  }
  const context = {
    taskId: TaskId.parse('task000000000'),
    signal: new AbortController().signal,
    report: () => undefined,
    idle: async () => undefined,
  }

  const results = [await work.run(input, context), await work.run(input, context)]

  expect(results[0]).toMatchObject({ succeeded: 1, failed: 1 })
  expect(results[1]).toEqual(results[0])
  expect(work.afterCrash).toBe('resume')
  expect(await factsOf(image)).toEqual({ tags: ['night'], user_metadata: { lane: 2 } })
})

test('a thousand changes go in one request, one more does not', async () => {
  const image = await upload(station, project)
  const updates = Array.from({ length: 1001 }, (_, i) => ({ imageId: image, metadata: { last: i } }))

  const accepted = await editMany(updates.slice(0, 1000))
  const refused = await editMany(updates)
  await station.taskEnd(Started.parse(accepted.body).taskId)

  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('1001 images; at most 1000') },
  })
  expect(await factsOf(image)).toEqual({ tags: [], user_metadata: { last: 999 } })
})

test('one wrong change among many refuses them all by its place', async () => {
  const image = await upload(station, project)

  const answers = [
    await editMany([
      { imageId: image, addTags: ['a'] },
      { imageId: image, addTags: ['b'], removeTags: ['b'] },
    ]),
    await editMany([{ imageId: image, addTags: ['a'] }, { imageId: image }]),
    await editMany([]),
    await editMany([{ addTags: ['a'] }]),
  ]

  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 400, body: { error: expect.stringMatching(/^updates\.1 \(.*both added and removed/) } },
    { status: 400, body: { error: expect.stringMatching(/^updates\.1 \(.*Specify what to change/) } },
    { status: 400, body: { error: expect.stringContaining('updates is empty') } },
    { status: 400, body: { error: 'updates.0.imageId is missing' } },
  ])
  expect(await factsOf(image)).toEqual({ tags: [], user_metadata: {} })
})

async function trash(image: string) {
  const found = await station.services.projects.find(station.workspace, project)
  const stored = found.ok ? await station.services.images.find(found.value, image) : undefined
  if (found.ok && stored?.ok) await station.services.images.trash(found.value, [stored.value.id])
}
