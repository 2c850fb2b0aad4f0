import { expect, test } from 'vitest'
import { graphBuilder } from '#inference/onnx/build'
import { writeModel } from '#inference/onnx/write-model'
import { inWords } from '../../../kit/in-words.ts'
import { recognise } from '../../../kit/model-draft.ts'
import {
  directionClassifier,
  LETTERS_LISTED,
  lineFinder,
  lineStripeReader,
  stripeReader,
  wordFinder,
} from '../../../kit/toy-models/text/ocr-networks.ts'

const DET = 'ch_det_infer.onnx'
const REC = 'ch_rec_infer.onnx'

test('a detection and a recognition that lists its characters are PP-OCR', async () => {
  const found = await recognise({ [DET]: lineFinder(), [REC]: lineStripeReader({ characters: LETTERS_LISTED }) })

  expect(found).toMatchObject({
    ok: true,
    value: {
      family: 'pp-ocr',
      task: 'ocr',
      questions: [],
      suggestedId: 'pp-ocr/a-folder',
      files: { detection: DET, recognition: REC },
      input: { width: 960, height: 960, channels: 'bgr' },
    },
  })
})

test('of several dictionaries the one with the characters of the network is taken', async () => {
  const found = await recognise({
    [DET]: lineFinder(64),
    [REC]: lineStripeReader(),
    'cls.onnx': directionClassifier(),
    'en_dict.txt': 'a\nb\n',
    'ppocr_keys_v1.txt': `${LETTERS_LISTED}\n`,
  })

  expect(found).toMatchObject({
    ok: true,
    value: {
      family: 'pp-ocr',
      questions: [],
      input: { width: 64, height: 64 },
      files: { detection: DET, recognition: REC, vocabulary: 'ppocr_keys_v1.txt' },
      unused: ['cls.onnx', 'en_dict.txt'],
    },
  })
})

test('the characters may stand in the description of the network', async () => {
  const items = Array.from(LETTERS_LISTED.split('\n'), (letter) => `  - '${letter}'`).join('\n')

  const found = await recognise({
    'det/inference.onnx': lineFinder(),
    'det/inference.yml': 'PostProcess:\n  name: DBPostProcess\n',
    'rec/inference.onnx': lineStripeReader(),
    'rec/inference.yml': `PostProcess:\n  character_dict:\n${items}\n`,
  })

  expect(found).toMatchObject({ ok: true, value: { family: 'pp-ocr', files: { vocabulary: 'rec/inference.yml' } } })
})

test('a recognition of the early height is not taken for that of docTR', async () => {
  const rec = lineStripeReader({ height: 32, characters: LETTERS_LISTED })

  const early = await recognise({ [DET]: lineFinder(), [REC]: rec })
  const docTr = await recognise({ 'det.onnx': wordFinder(64), 'reco.onnx': stripeReader(), 'vocabulary.txt': 'abc' })

  expect(early).toMatchObject({ ok: true, value: { family: 'pp-ocr', questions: [] } })
  expect(docTr).toMatchObject({ ok: true, value: { family: 'doctr', questions: [] } })
})

test.each([
  ['none', {}, 'one character per line, such as ppocr_keys_v1.txt'],
  ['one of another network', { 'en_dict.txt': 'a\nb' }, 'en_dict.txt lists 2 characters, but ch_rec_infer.onnx'],
])('with a dictionary missing (%s) the pair is refused', async (_which, beside, reason) => {
  const found = await recognise({ [DET]: lineFinder(), [REC]: lineStripeReader(), ...beside })

  expect(inWords(found)).toMatchObject({ ok: false, error: { message: expect.stringContaining(reason) } })
})

test.each([
  ['PP-OCR', lineFinder()],
  ['docTR', wordFinder(64)],
])('the detection of %s alone is asked about, and told to be one of a pair', async (_whose, bytes) => {
  const asked = await recognise({ 'm.onnx': bytes })
  const text = await recognise({ 'm.onnx': bytes }, { family: 'pp-ocr' })
  const segmenter = await recognise({ 'm.onnx': bytes }, { family: 'semantic', classNames: ['road'] })

  expect(asked.ok && asked.value.questions[0]).toMatchObject({
    id: 'family',
    says: { code: 'question-family-with-hint', cause: { code: 'hint-half-of-ocr' } },
    choices: [{ value: 'semantic' }, { value: 'pp-ocr' }],
  })
  expect(inWords(text)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('Drop its recognition network') },
  })
  expect(segmenter.ok && segmenter.value.family).toBe('semantic')
})

test('a recognition alone is told what belongs with it', async () => {
  const found = await recognise({ [REC]: lineStripeReader({ characters: LETTERS_LISTED }) })

  expect(inWords(found)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('Drop its detection network') },
  })
})

test('a segmenter of one class that names it is asked nothing', async () => {
  const g = graphBuilder()
  const images = g.input('images', 'float32', [1, 3, 64, 64])
  g.output('logits', g.op('ReduceMax', [images], { axes: [1] }), { dims: [1, 1, 64, 64] })

  const found = await recognise({ 'm.onnx': writeModel({ graph: g.graph(), metadata: { names: "{0: 'road'}" } }) })

  expect(found).toMatchObject({ ok: true, value: { family: 'semantic', questions: [] } })
})
