import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bmp } from '../../kit/bmp.ts'
import { drawnPng } from '../../kit/drawn-images.ts'
import { bombPng } from '../../kit/images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { yoloDetector } from '../../kit/toy-models/detector.ts'
import { describedDetector } from '../../kit/toy-models/installed.ts'

let inference: TestInference
let image: string

beforeAll(async () => {
  inference = await openInference()
  const model = { model: ['model.onnx', yoloDetector({ side: 64, batch: 'batch' })] as const }
  await inference.install(describedDetector('toys/1', 64), model)
  image = (await drawnPng(64, 64, [{ colour: '#f00', left: 16, top: 16, width: 16, height: 16 }])).toString('base64')
})

afterAll(async () => inference.close())

const TURBULENCE = `<svg xmlns="http://www.w3.org/2000/svg" width="16000" height="16000"><filter id="f"><feTurbulence/></filter><rect width="100%" height="100%" filter="url(#f)"/></svg>`

const BASE64 = { 'content-type': 'application/x-www-form-urlencoded' }

function ask(body: string) {
  return inference.post('/toys/1', { body, headers: BASE64 })
}

test('a hundred clients that send their bodies slowly keep nobody else waiting', async () => {
  const { port } = new URL(await inference.listen())
  const slow = await Promise.all(Array.from({ length: 100 }, () => beginBody(Number(port))))

  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(image)))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const socket of slow) socket.destroy()
})

test('a small file that would unpack to 900 million pixels is refused', async () => {
  const bomb = bombPng(30_000, 30_000).toString('base64')

  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(bomb)))

  expect(answers).toMatchObject(
    answers.map(() => ({ status: 400, body: { message: expect.stringContaining('too many pixels') } })),
  )
  expect(await ask(image)).toMatchObject({ status: 200 })
})

test.each([
  ['SVG', TURBULENCE],
  ['PDF', '%PDF-1.7\n%\n'],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['AVIF sequence', '\0\0\0\x18ftypavis\0\0\0\0avifmsf1'],
  ['PNM', 'P6 16000 16000 255\n'],
])('%s is refused by its name and never drawn', async (kind, text) => {
  const answer = await ask(Buffer.from(text, 'latin1').toString('base64'))

  const message = expect.stringContaining(
    `${kind} images are not supported. Send JPEG, PNG, WebP, TIFF, AVIF, BMP or GIF`,
  )
  expect(answer).toMatchObject({ status: 400, body: { message } })
})

test('a BMP is looked at like any other image', async () => {
  const rows = Array.from({ length: 64 }, (_, up) => {
    const isInside = (column: number) => up >= 32 && up < 48 && column >= 16 && column < 32
    return Array.from({ length: 64 }, (_, column) => [0, 0, isInside(column) ? 255 : 0]).flat()
  })

  const answer = await ask(bmp({ width: 64, height: 64, bits: 24, rows }).toString('base64'))

  expect(answer).toMatchObject({ status: 200, body: { predictions: [{ class: 'red', x: 24, y: 24 }] } })
})

test('a client that goes away while its image is with the model harms nobody', async () => {
  const { port } = new URL(await inference.listen())
  const leaving = await Promise.all(Array.from({ length: 20 }, () => sendWhole(Number(port))))
  for (const socket of leaving) socket.destroy()

  expect(await ask(image)).toMatchObject({ status: 200, body: { predictions: [{ class: 'red' }] } })
})

/** A request whose body never ends. */
async function beginBody(port: number): Promise<Socket> {
  const head = `POST /toys/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n`
  return write(port, `${head}${image.slice(0, 100)}`)
}

async function sendWhole(port: number): Promise<Socket> {
  const type = `Content-Type: text/plain\r\nContent-Length: ${image.length}`
  return write(port, `POST /toys/1 HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}\r\n\r\n${image}`)
}

function write(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
    socket.on('error', reject)
  })
}

test('a body of more than 10,000 members is refused before it is parsed', async () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, nth) => [`k${nth}`, nth])))

  const answer = await inference.post('/infer/object_detection', {
    body,
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({
    status: 413,
    body: { message: 'The body has more than 10,000 members of objects, which is the limit. Send a smaller body' },
  })
})

test('of very many values that do not fit the first is told', async () => {
  const body = JSON.stringify({ text: Array.from({ length: 400_000 }, () => 1) })

  const answer = await inference.post('/clip/embed_text', { body, headers: { 'content-type': 'application/json' } })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'text'] }] } })
})

test('of very many images that are none the first is told', async () => {
  const body = JSON.stringify({ model_id: 'toys/1', image: Array.from({ length: 400_000 }, () => 1) })

  const answer = await inference.post('/infer/object_detection', {
    body,
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'image'] }] } })
})
