import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Started = z.object({ taskId: z.string(), url: z.string() })

async function rebalance(project: string, json: object) {
  return station.management.post(`/acme/${project}/splits/rebalance`, { json })
}

test('a rebalance is a task whose address works with nothing but the key in the query', async () => {
  const project = await newProject(station)
  for (let i = 0; i < 10; i += 1) await upload(station, project)

  const answer = await rebalance(project, { splits: { train: 70, valid: 20, test: 10 } })
  const { taskId, url } = Started.parse(answer.body)
  await station.taskEnd(taskId)
  const task = await station.management.get(`${url}?api_key=${station.key}`, { key: null })

  expect(answer).toMatchObject({ status: 202, body: { url: `http://localhost:80/acme/asynctasks/${taskId}` } })
  expect(task).toMatchObject({
    status: 200,
    body: { taskId, status: 'completed', progress: { current: 3, total: 3 }, result: { moved: 3 } },
  })
  expect(task.body).not.toHaveProperty('error')
  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({
    project: { splits: { train: 7, valid: 2, test: 1 } },
  })
})

test('classes are chosen by name', async () => {
  const project = await newProject(station)
  for (let i = 0; i < 4; i += 1) await uploadLabelled(station, project)
  await upload(station, project)

  const answer = await rebalance(project, { splits: { train: 0, valid: 1, test: 0 }, classes: [' crate '] })
  await station.taskEnd(Started.parse(answer.body).taskId)

  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({
    project: { splits: { train: 1, valid: 4, test: 0 } },
  })
})

test('a shuffle in each batch is taken', async () => {
  const project = await newProject(station)
  for (let i = 0; i < 4; i += 1) await upload(station, project, { batch: i < 2 ? 'A' : 'B' })

  const wanted = { splits: { train: 1, valid: 1, test: 0 }, mode: 'shuffle', grouping: 'batch' }
  const answer = await rebalance(project, wanted)
  await station.taskEnd(Started.parse(answer.body).taskId)

  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({
    project: { splits: { train: 2, valid: 2, test: 0 } },
  })
})

test('a completed annotation job is shuffled by itself, one that is not completed within its batch', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project, { batch: 'A' })
  for (let i = 0; i < 2; i += 1) await upload(station, project, { batch: 'B' })
  for (const batch of ['A', 'B']) {
    await station.management.post(`/acme/${project}/jobs`, { json: { name: `Of ${batch}`, batch, num_images: 1 } })
  }
  await upload(station, project, { batch: 'A' })

  const wanted = { splits: { train: 1, valid: 1, test: 0 }, mode: 'shuffle', grouping: 'batch' }
  const answer = await rebalance(project, wanted)
  await station.taskEnd(Started.parse(answer.body).taskId)

  // Alone in its group, an image goes to train: that is both of A. The two of B share theirs evenly.
  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({
    project: { splits: { train: 3, valid: 1, test: 0 } },
  })
})

test.each([
  [{}, 'splits is missing'],
  [{ splits: { train: 0, valid: 0, test: 0 } }, 'needs a share above 0'],
  [{ splits: { train: -1, valid: 1, test: 1 } }, 'splits.train must be at least 0'],
  [{ splits: { train: 0.7, valid: 0.2, test: 0.1 } }, 'splits.train must be a whole number'],
  [{ splits: { train: '70', valid: 20, test: 10 } }, 'splits.train must be a number'],
  [{ splits: { train: 70, val: 20, test: 10 } }, 'splits.valid is missing'],
  [{ splits: { train: 1, valid: 1, test: 1 }, mode: 'mix' }, 'mode must be one of "rebalance", "shuffle"'],
  [{ splits: { train: 1, valid: 1, test: 1 }, grouping: 'day' }, 'grouping must be one of "global", "batch"'],
  [{ splits: { train: 1, valid: 1, test: 1 }, classes: 'crate' }, 'classes must be'],
])('a rebalance by %j is refused by the name of what is wrong', async (json, sentence) => {
  const project = await newProject(station)

  const answer = await rebalance(project, json)

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
})

test('an unknown class is answered 404 by its name', async () => {
  const project = await newProject(station)

  const answer = await rebalance(project, { splits: { train: 1, valid: 1, test: 1 }, classes: ['gull'] })

  expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining('"gull"') } })
})

test('a task of another workspace and one that never was are answered 404', async () => {
  const project = await newProject(station)
  const fish = await station.addWorkspace('fish')
  const answer = await rebalance(project, { splits: { train: 1, valid: 0, test: 0 } })
  const { taskId } = Started.parse(answer.body)

  const answers = [
    await station.management.get(`/fish/asynctasks/${taskId}`, { key: fish.key }),
    await station.management.get('/acme/asynctasks/neverwas000000000000'),
  ]

  for (const asked of answers) expect(asked).toMatchObject({ status: 404, body: { error: expect.any(String) } })
})
