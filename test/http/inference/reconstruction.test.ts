import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { remoteReconstructor } from '#remote/reconstruction/reconstructor'
import { drawnPng } from '../../kit/drawn-images.ts'
import { testInference } from '../../kit/inference-server.ts'

let image: { type: string; value: string }

beforeAll(async () => {
  image = { type: 'base64', value: (await drawnPng(8, 8, [])).toString('base64') }
})

const POLYGON = [1, 1, 7, 1, 7, 7]

test.each([
  ['a polygon', POLYGON],
  ['base64 text', 'AAEB'],
  ['run lengths as numbers', { size: [8, 8], counts: [10, 54] }],
  ['run lengths as text', { size: [8, 8], counts: '0P2' }],
  ['a list of masks', [POLYGON, 'AAEB', { size: [2, 2], counts: [4] }]],
])('%s is taken for a mask, and then it is said that nothing here rebuilds objects', async (_name, mask) => {
  const inference = await testInference()

  const answer = await inference.post('/sam3_3d/infer', { json: { image, mask_input: mask } })

  expect(answer).toMatchObject({ status: 501, body: { message: expect.stringContaining('SAM3_3D_SIDECAR_URL') } })
})

test.each([
  ['nothing', undefined, []],
  ['a number', 7, []],
  ['two points', [1, 1, 2, 2], []],
  ['half a point', [...POLYGON, 3], []],
  ['no base64', '?!', []],
  ['no masks', [], []],
  ['a broken one among masks', [POLYGON, [1, 'x', 3, 4, 5, 6]], [1]],
  ['run lengths of another size', { size: [8, 8], counts: [10, 10] }, ['counts']],
  ['text that is no run lengths', { size: [8, 8], counts: '~~' }, ['counts']],
  ['a size of one number', { size: [8], counts: [8] }, []],
])('%s is no mask', async (_name, mask, way) => {
  const inference = await testInference()

  const answer = await inference.post('/sam3_3d/infer', { json: { image, mask_input: mask } })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'mask_input', ...way] }] } })
})

test('an image that is none is refused before anybody is asked', async () => {
  const inference = await testInference()

  const answer = await inference.post('/sam3_3d/infer', {
    json: { image: { type: 'base64', value: '' }, mask_input: POLYGON },
  })

  expect(answer).toMatchObject({ status: 400 })
})

/** A server that rebuilds objects, as a sidecar does. */
async function sidecar(answer: (body: unknown) => { readonly status: number; readonly text: string }): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { status, text } = answer(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = z.custom<AddressInfo>().parse(server.address())
  return `http://127.0.0.1:${port}`
}

test('another server rebuilds the object: it is sent the image and the masks, and no key', async () => {
  let sent: unknown
  const url = await sidecar((body) => {
    sent = body
    return { status: 200, text: '{"mesh_glb": null, "objects": [], "time": 1.5}' }
  })
  const inference = await testInference({ reconstructor: remoteReconstructor({ url }) })

  const answer = await inference.post('/sam3_3d/infer', { json: { image, mask_input: POLYGON, api_key: 'secret' } })

  expect(answer).toMatchObject({ status: 200, body: { mesh_glb: null, objects: [], time: 1.5 } })
  expect(sent).toMatchObject({ image, mask_input: POLYGON, output_meshes: true, use_distillations: false })
  expect(sent).not.toHaveProperty('api_key')
})

test.each([
  ['fails', () => ({ status: 500, text: '{"detail": "no memory"}' }), 'answers 500'],
  ['answers no JSON', () => ({ status: 200, text: '<html>' }), 'not JSON'],
  ['answers too much', () => ({ status: 200, text: JSON.stringify('x'.repeat(5000)) }), 'more than'],
])('another server that %s is told as the one at fault', async (_name, answerOf, words) => {
  const reconstructor = remoteReconstructor({ url: await sidecar(answerOf), mostBytes: 4000 })
  const inference = await testInference({ reconstructor })

  const answer = await inference.post('/sam3_3d/infer', { json: { image, mask_input: POLYGON } })

  expect(answer).toMatchObject({ status: 502, body: { message: expect.stringContaining(words) } })
})

test('another server that takes too long, or is not there, is told so', async () => {
  const nowhere = await testInference({ reconstructor: remoteReconstructor({ url: 'http://127.0.0.1:1' }) })

  const answer = await nowhere.post('/sam3_3d/infer', { json: { image, mask_input: POLYGON } })

  expect(answer).toMatchObject({ status: 502, body: { message: expect.stringContaining('cannot be reached') } })
})
