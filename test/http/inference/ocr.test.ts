import { expect, test } from 'vitest'
import { builtInOcr } from '#inference/models/tesseract/built-in'
import { testInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'
import { drawnPage } from '../../kit/toy-models/text/ocr-page.ts'

const WORDS = [
  { stripes: '-r-g-b-y--', left: 280, top: 100, stripe: 10 },
  { stripes: '-m-m-ccc--', left: 40, top: 96, stripe: 10 },
]

async function page() {
  const png = await drawnPage({ width: 512, height: 384, words: WORDS }).png().toBuffer()
  return { type: 'base64', value: png.toString('base64') }
}

test('words are joined by spaces, and the answer names the engine', async () => {
  const inference = await testInference()
  await inference.install(...ZOO.docTr())

  const answer = await inference.post('/doctr/ocr', { json: { image: await page() } })

  expect(answer).toMatchObject({ status: 200, headers: { 'x-model-id': 'doctr/default' } })
  expect(answer.body).toEqual({ result: 'mmc rgby', time: expect.any(Number), parent_id: null, engine: 'doctr' })
})

test.each(['/easy_ocr/ocr', '/ocr/pp-ocr', '/pp_ocr/ocr'])('%s reads with whatever is installed', async (path) => {
  const inference = await testInference()
  await inference.install(...ZOO.docTr())

  const answer = await inference.post(path, { json: { image: await page(), language_codes: ['en'] } })

  expect(answer).toMatchObject({ status: 200, body: { result: 'mmc rgby', engine: 'doctr' } })
})

test('PP-OCR reads beside docTR: by itself, and first where it is named', async () => {
  const inference = await testInference()
  await inference.install(...ZOO.ppOcr())
  const image = await page()

  const alone = await inference.post('/doctr/ocr', { json: { image, generate_bounding_boxes: true } })
  await inference.install(...ZOO.docTr())
  const beside = await inference.post('/doctr/ocr', { json: { image } })
  const named = await inference.post('/pp_ocr/ocr', { json: { image } })

  expect(alone).toMatchObject({ status: 200, body: { result: 'mmc rgby', engine: 'pp-ocr', model_id: 'pp-ocr/toy' } })
  expect(alone.body).toMatchObject({ predictions: [{ class: 'mmc' }, { class: 'rgby' }] })
  expect(beside).toMatchObject({ status: 200, body: { engine: 'doctr' } })
  expect(named).toMatchObject({ status: 200, body: { result: 'mmc rgby', engine: 'pp-ocr' } })
})

test('boxes of the words are given where they are asked for, in whole pixels', async () => {
  const inference = await testInference()
  await inference.install(...ZOO.docTr())
  const image = await page()

  const one = await inference.post('/doctr/ocr', { json: { image, generate_bounding_boxes: true } })
  const list = await inference.post('/doctr/ocr', { json: { image: [image, image], generate_bounding_boxes: true } })

  const first = { class: 'mmc', class_id: 0, x: 90, y: 114, width: 100, height: 36, confidence: expect.any(Number) }
  expect(one.body).toMatchObject({ image: { width: 512, height: 384 }, predictions: [first, { class: 'rgby' }] })
  expect(list.body).toMatchObject([{ predictions: [first, {}] }, { predictions: [first, {}] }])
})

test('another installed reader stands in for the usual one, and is named', async () => {
  const inference = await testInference()
  await inference.install(...ZOO.docTr('doctr/light'))

  const answer = await inference.post('/doctr/ocr', { json: { image: await page(), doctr_version_id: 'default' } })

  expect(answer).toMatchObject({ status: 200, headers: { 'x-model-id': 'doctr/light' } })
  expect(answer.body).toMatchObject({ result: 'mmc rgby', model_id: 'doctr/light' })
})

test('where no reader is installed, the one that comes with the program reads', async () => {
  const inference = await testInference({ builtIns: [builtInOcr] })

  const answer = await inference.post('/doctr/ocr', { json: { image: await page() } })
  const registry = await inference.get('/model/registry')

  expect(answer).toMatchObject({ status: 200, body: { engine: 'tesseract', model_id: builtInOcr.manifest.id } })
  expect(registry.body).toMatchObject({ models: [{ model_id: builtInOcr.manifest.id, task_type: 'ocr' }] })
})

test('a reader that is named by its id is that one or none', async () => {
  const inference = await testInference({ builtIns: [builtInOcr] })

  const answer = await inference.post('/doctr/ocr', { json: { image: await page(), model_id: 'doctr/mine' } })

  expect(answer).toMatchObject({ status: 404, body: { message: expect.stringContaining('"doctr/mine"') } })
})
