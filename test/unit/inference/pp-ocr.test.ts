import { expect, test } from 'vitest'
import { readLine } from '#inference/models/pp-ocr/best-path'
import { columnsOf } from '#inference/models/pp-ocr/characters'
import { sharedRuntime } from '../../kit/model-host.ts'
import { testModelStation, valueOf } from '../../kit/test-model-station.ts'
import { drawnPage } from '../../kit/toy-models/text/ocr-page.ts'
import { CHARACTERS, lineFinder, lineReader } from '../../kit/toy-models/text/pp-ocr-networks.ts'

const LINES = [
  { stripes: '-r-g-b-y--', left: 140, top: 100, stripe: 5 },
  { stripes: '-m-m-ccc--', left: 20, top: 96, stripe: 5 },
  { stripes: '-g--------------------------------------r-', left: 20, top: 160, stripe: 5 },
]

test('a detector and a reader are taken for PP-OCR, not for a segmenter, and read', async () => {
  const { store, shelf, workspace, taskEnd, drop } = await testModelStation()
  const draft = await drop({ 'det.onnx': lineFinder(), 'rec.onnx': lineReader({ characters: CHARACTERS }) })
  const recognised = valueOf(await store.recognise(draft, {}))
  const task = await taskEnd(valueOf(await store.install(workspace, draft, { id: 'pp_ocr/toy' })))
  const model = await shelf.find('pp_ocr/toy')
  if (model === undefined) throw new Error(`It is not there: ${task.error}`)
  const page = drawnPage({ width: 256, height: 256, words: LINES })
  const bytes = await page.png().toBuffer()

  const pictures = [{ kind: 'encoded' as const, bytes }]
  const answer = await sharedRuntime().run({ model, operation: 'read-text', input: { pictures } })

  expect(recognised).toMatchObject({
    family: 'pp-ocr',
    task: 'ocr',
    questions: [],
    suggestedId: expect.stringMatching(/^pp_ocr\//),
  })
  expect(recognised.files).toMatchObject({ detection: 'det.onnx', recognition: 'rec.onnx' })
  if (!answer.ok) throw new Error(answer.error.message)
  const [read] = answer.value.output
  expect(read).toMatchObject({ size: { width: 256, height: 256 }, text: 'mmc rgby gr', engine: 'pp-ocr' })
  expect(read?.words[0]?.box).toEqual({ x0: 20, y0: 96, x1: 70, y1: 114 })
  for (const { confidence, objectness } of read?.words ?? []) {
    expect(confidence).toBeGreaterThan(0.9)
    expect(objectness).toBeGreaterThan(0.6)
  }
})

test('a reader without its characters takes them from a file of keys, or says what is missing', async () => {
  const { store, drop } = await testModelStation()
  const networks = { 'det.onnx': lineFinder(), 'rec.onnx': lineReader() }

  const without = await store.recognise(await drop(networks), {})
  const keys = `${CHARACTERS.join('\n')}\n`
  const withKeys = valueOf(await store.recognise(await drop({ ...networks, 'ppocr_keys_v1.txt': keys }), {}))

  expect(without).toMatchObject({ ok: false, error: { message: expect.stringContaining('ppocr_keys_v1.txt') } })
  expect(withKeys.files).toMatchObject({ characters: 'ppocr_keys_v1.txt' })
})

test('columns are the blank, the characters, and a space where there is one more', () => {
  expect(columnsOf(['a', 'b'], 4)).toEqual(['', 'a', 'b', ' '])
  expect(columnsOf(['a', 'b'], 3)).toEqual(['', 'a', 'b'])
  expect(() => columnsOf(['a', 'b'], 9)).toThrow('9 columns')
})

test('the best path drops blanks, counts what runs on once, and is as sure as its characters on average', () => {
  const steps = [
    [0.1, 0.9, 0],
    [0.1, 0.9, 0],
    [1, 0, 0],
    [0.2, 0.8, 0],
    [0.3, 0, 0.7],
  ]

  const line = readLine({ values: Float32Array.from(steps.flat()), columns: ['', 'a', 'b'] })

  expect(line.text).toBe('aab')
  expect(line.confidence).toBeCloseTo(0.8)
})
