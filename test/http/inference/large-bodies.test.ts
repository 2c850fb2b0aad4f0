import { afterAll, beforeAll, expect, test } from 'vitest'
import { remoteReconstructor } from '#remote/reconstruction/reconstructor'
import { answeringServer } from '../../kit/answering-server.ts'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference, testInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'
import { THE_SAME } from '../../unit/inference/images/pickle/pickled-arrays.ts'

/** Base64 in bodies that a thread reads: it is decoded there, and must mean what it means in short ones. */

let inference: TestInference
let red: string

beforeAll(async () => {
  inference = await openInference()
  await inference.install(...ZOO.detector())
  red = (await drawnPng(64, 64, [{ colour: '#f00', left: 16, top: 40, width: 24, height: 16 }])).toString('base64')
})

afterAll(async () => inference.close())

/** Makes the body long. Members that are not known are ignored. */
const PADDING = 'x'.repeat(2_000_000)

/** The image is followed by bytes that no reader of PNG looks at, so that its text is long too. */
function longText(): string {
  return Buffer.concat([Buffer.from(red, 'base64'), Buffer.alloc(1_500_000)]).toString('base64')
}

function ask(image: unknown) {
  return inference.post('/infer/object_detection', { json: { model_id: 'toys/1', image, padding: PADDING } })
}

const FOUND = { predictions: [{ x: 28, y: 48, width: 24, height: 16 }] }

test.each([
  ['plain', (text: string) => text],
  ['with the head of a data URL', (text: string) => `data:image/png;base64,${text}`],
  ['in lines', (text: string) => text.replaceAll(/.{76}/g, '$&\r\n')],
  [
    'in the alphabet of addresses',
    (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ],
])('an image in long base64 text %s is found on', async (_name, written) => {
  const answer = await ask({ type: 'base64', value: written(longText()) })

  expect(answer).toMatchObject({ status: 200, body: FOUND })
})

test('slashes that are escaped, as PHP does it, are slashes', async () => {
  const body = JSON.stringify({ model_id: 'toys/1', image: { type: 'base64', value: longText() } })

  const answer = await inference.post('/infer/object_detection', {
    body: body.replaceAll('/', '\\/'),
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({ status: 200, body: FOUND })
})

test('long and short texts of one list keep their order', async () => {
  const answer = await ask([
    { type: 'base64', value: longText() },
    { type: 'base64', value: red },
    { type: 'base64', value: longText() },
  ])

  expect(answer).toMatchObject({ status: 200, body: [FOUND, FOUND, FOUND] })
})

test('a pickle in a long body is read', async () => {
  const [pickled = ''] = Object.values(THE_SAME).slice(4)

  const answer = await ask({ type: 'numpy', value: pickled })

  expect(answer).toMatchObject({ status: 200, body: { image: { width: 3, height: 2 } } })
})

test.each([
  ['no base64', { type: 'base64', value: `${'?'.repeat(600_000)}` }, 'it is not base64 text'],
  ['blank', { type: 'base64', value: ' '.repeat(600_000) }, 'it is not base64 text'],
  ['no image', { type: 'base64', value: 'A'.repeat(600_000) }, 'it is not a readable image'],
  ['a long address', { type: 'url', value: `http://x.test/${'a'.repeat(600_000)}` }, 'its address is too long'],
])('long text that is %s is refused by its cause', async (_name, image, cause) => {
  const answer = await ask(image)

  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(cause) } })
})

test('very long texts are taken as images alone', async () => {
  const texts = (megabytes: number) => ({ padding: Array.from({ length: megabytes }, () => 'x'.repeat(1024 * 1024)) })
  const image = { type: 'base64', value: longText() }
  const send = (more: object) =>
    inference.post('/infer/object_detection', { json: { model_id: 'toys/1', image, ...more } })

  const [most, more] = [await send(texts(32)), await send(texts(33))]

  expect(most).toMatchObject({ status: 200, body: FOUND })
  const message = 'Beside its images the body has more than 32 MB of text, which is the limit'
  expect(more).toMatchObject({ status: 413, body: { message } })
})

test('long masks are checked, and sent on as text', async () => {
  const bodies: unknown[] = []
  const url = await answeringServer((body) => {
    bodies.push(JSON.parse(body))
    return '{"objects": []}'
  })
  const server = await testInference({ reconstructor: remoteReconstructor({ url }) })
  const mask = Buffer.alloc(500_000, 7).toString('base64')
  const image = { type: 'base64', value: red }
  const send = (mask_input: unknown) => server.post('/sam3_3d/infer', { json: { image, mask_input } })

  const [one, several, broken] = [
    await send(mask),
    await send([mask, 'AAEB', mask]),
    await send([mask, '?'.repeat(600_000)]),
  ]

  expect([one.status, several.status]).toEqual([200, 200])
  expect(bodies).toMatchObject([{ mask_input: mask }, { mask_input: [mask, 'AAEB', mask] }])
  expect(broken).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'mask_input', 1] }] } })
})
