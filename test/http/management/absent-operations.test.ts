import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const AGENT = 'Tessera has no agent'
const VIDEO = 'Tessera does not run video inference jobs'
const TRAINING = 'Tessera does not train models'
/** The fourteen operations of the specification that are not made (`reference.test.ts` has those that are), and what else clients ask for. */
const ABSENT = [
  ['/acme/agent/chat', AGENT],
  ['/acme/agent/conversations', AGENT],
  ['/acme/agent/conversations/c1', AGENT],
  ['/acme/agent/workflows/w1/publish', AGENT],
  ['/video_upload_signed_url', VIDEO],
  ['/video_upload_signed_url/', VIDEO],
  ['/videoinfer', VIDEO],
  ['/videoinfer/', VIDEO],
  ['/acme/PROJECT/1/training/results', TRAINING],
  ['/acme/PROJECT/1/v2/trainings', TRAINING],
  ['/acme/PROJECT/1/v2/trainings/get', TRAINING],
  ['/acme/PROJECT/1/v2/trainings/recipe', TRAINING],
  ['/acme/PROJECT/1/v2/trainings/cancel', TRAINING],
  ['/acme/PROJECT/1/v2/trainings/stop', TRAINING],
  ['/acme/PROJECT/1/v2/trainings/acme%2Frun', TRAINING],
  ['/acme/PROJECT/1/train', TRAINING],
  ['/acme/model-evals', 'Tessera does not evaluate models'],
  ['/acme/devices/v2', 'Tessera does not manage devices'],
  ['/acme/stats', 'Tessera has no plans, bills or usage statistics'],
]

test('operations that this server does not have say so, whatever the method, the body and the key', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  await newVersion(station, project)

  for (const [url = '', reason = ''] of ABSENT) {
    const path = url.replace('PROJECT', project)
    for (const method of METHODS) {
      const answer = await station.management.request(method, `${path}?job_id=1`, { key: null })
      const error = `${method} ${path} is not part of this server: ${reason}`
      expect(answer).toMatchObject({ status: 404, ...(method !== 'HEAD' && { body: { error } }) })
    }
    const headers = { 'content-type': 'application/x-unknown' }
    const odd = await station.management.request('POST', path, { headers, body: 'x' })
    expect(odd).toMatchObject({ status: 404, body: { error: expect.stringContaining(reason) } })
  }
})

test.each(['upload', 'createWorkflow', 'images', 'search', 'models', 'asynctasks', 'agent', 'projects'])(
  'GET of the word %s, which stands for other operations, is not taken for a project',
  async (word) => {
    const error = `There is no operation GET /acme/${word}`

    expect(await station.management.get(`/acme/${word}`)).toMatchObject({ status: 404, body: { error } })
  },
)

test('a project may still have the name of an operation', async () => {
  const json = { name: 'images', type: 'object-detection' }
  await station.management.post('/acme/projects', { json })

  const answer = await station.management.get('/acme/images')

  expect(answer).toMatchObject({ status: 200, body: { project: { id: 'acme/images-project', name: 'images' } } })
})
