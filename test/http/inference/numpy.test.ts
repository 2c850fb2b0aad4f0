import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'
import { OTHERS, THE_SAME } from '../../unit/inference/images/pickle/pickled-arrays.ts'

let inference: TestInference

beforeAll(async () => {
  inference = await openInference()
  await inference.install(...ZOO.detector())
})

afterAll(async () => inference.close())

const [PICKLED = ''] = Object.values(THE_SAME).slice(4)

test('an array that numpy pickled is an image', async () => {
  const image = { type: 'numpy', value: PICKLED }

  const answer = await inference.post('/infer/object_detection', { json: { model_id: 'toys/1', image } })

  expect(answer).toMatchObject({ status: 200, body: { image: { width: 3, height: 2 } } })
})

test('the older operation takes a pickle as base64 text, and as it is', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }

  const text = await inference.post('/toys/1?image_type=numpy', { body: PICKLED, headers })
  const bytes = await inference.post('/toys/1?image_type=numpy', { body: Buffer.from(PICKLED, 'base64'), headers })

  expect([text, bytes]).toMatchObject([
    { status: 200, body: { image: { width: 3, height: 2 } } },
    { status: 200, body: { image: { width: 3, height: 2 } } },
  ])
})

test.each([
  ['that calls a program', Buffer.from('cos\nsystem\n(S"touch /tmp/x"\ntR.').toString('base64')],
  ['that is an image file', Buffer.from('\x89PNG\r\n', 'latin1').toString('base64')],
  ['that ends in the middle', Buffer.from(PICKLED, 'base64').subarray(0, 40).toString('base64')],
])('a pickle %s does not fit, and is not run', async (_name, value) => {
  const image = { type: 'numpy', value }

  const answer = await inference.post('/infer/object_detection', { json: { model_id: 'toys/1', image } })

  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'image', 'value'], msg: expect.any(String), type: 'value_error' }] },
  })
})

test('an array of another shape does not fit', async () => {
  const shapes = Object.entries(OTHERS).filter(([name]) => !['grey', 'rgba', 'truths'].includes(name))

  const answers = await Promise.all(
    shapes.map(([, value]) =>
      inference.post('/infer/object_detection', { json: { model_id: 'toys/1', image: { type: 'numpy', value } } }),
    ),
  )

  for (const { status } of answers) expect([200, 422]).toContain(status)
})
