import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestStation, testStation } from '../../kit/station.ts'
import { yoloDetector } from '../../kit/toy-models/detector.ts'

const Started = z.object({ taskId: z.string(), url: z.string() })

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

function install(query: Readonly<Record<string, string>>, body: Uint8Array, key?: string) {
  const address = `/acme/models/install?${new URLSearchParams(query).toString()}`
  return station.management.post(address, { body: Buffer.from(body), ...(key !== undefined && { key }) })
}

test('a model that is sent in is recognised, tried and installed, and its task tells so', async () => {
  const started = await install({ fileName: 'colours.onnx', id: 'toys/1' }, yoloDetector({ side: 64 }))
  const { taskId, url } = Started.parse(started.body)
  await station.taskEnd(taskId)
  const told = await station.management.get(url)

  expect(started).toMatchObject({ status: 202 })
  expect(told).toMatchObject({ status: 200, body: { status: 'completed', result: { model: 'toys/1' } } })
  await access(join(station.folder, 'models', 'toys', '1', 'manifest.json'))
})

test('what only a person can tell is told by words of the query', async () => {
  const network = yoloDetector({ side: 'dynamic', tellsSize: false })

  const asked = await install({ fileName: 'a.onnx' }, network)
  const started = await install({ fileName: 'a.onnx', id: 'toys/2', size: '64x64' }, network)
  const task = await station.taskEnd(Started.parse(started.body).taskId)

  expect(asked).toMatchObject({ status: 400, body: { error: expect.stringMatching(/size.*Set "size"/) } })
  expect(task).toMatchObject({ status: 'completed' })
})

test('what is no model is refused as on the Models page, and words that do not fit by their names', async () => {
  const noModel = await install({ fileName: 'a.onnx' }, new TextEncoder().encode('x'))
  const noWord = await install({ fileName: 'a.onnx', size: 'large' }, yoloDetector({ side: 64 }))
  const outside = await install({ fileName: '../../a.onnx' }, yoloDetector({ side: 64 }))

  for (const { status, body } of [noModel, noWord, outside]) {
    expect({ status, body }).toMatchObject({ status: 400, body: { error: expect.any(String) } })
    expect(JSON.stringify(body)).not.toContain(station.folder)
  }
  expect(noWord.body).toMatchObject({ error: expect.stringContaining('size') })
})

test('nobody without the right installs a model, nor by a key of one folder', async () => {
  const reading = await keyOf({ name: 'Reader', scopes: ['role:viewer'] })
  const created = await station.management.post('/acme/groups', { json: { name: 'Line' } })
  const folder = z.object({ id: z.string() }).parse(created.body)
  const limited = await keyOf({ name: 'Line', folderIds: [folder.id] })
  const network = yoloDetector({ side: 64 })

  const answers = []
  for (const key of ['no-key', reading, limited]) answers.push(await install({ fileName: 'a.onnx' }, network, key))

  expect(answers.map(({ status }) => status)).toEqual([401, 403, 403])
  expect(answers[2]?.body).toMatchObject({ error: expect.stringContaining('limited to folders') })
})

async function keyOf(wanted: object): Promise<string> {
  const { body } = await station.management.post('/acme/api-keys', { json: wanted })
  return z.object({ key: z.string() }).parse(body).key
}
