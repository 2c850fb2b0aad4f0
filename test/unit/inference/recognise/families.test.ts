import { expect, test } from 'vitest'
import { inWords } from '../../../kit/in-words.ts'
import { recognise } from '../../../kit/model-draft.ts'
import { colourClassifier } from '../../../kit/toy-models/classifier.ts'
import { yoloDetector } from '../../../kit/toy-models/detector.ts'
import { detrDetector } from '../../../kit/toy-models/detr-detector.ts'
import {
  samexporterConceptToy,
  splitToy,
  TOY_WORDS,
  type ToyConcepts,
  uslsToy,
} from '../../../kit/toy-models/sam/concepts.ts'
import {
  metaToy,
  samexporterToy,
  type ToySam,
  transformersFirstToy,
  transformersToy,
} from '../../../kit/toy-models/sam/layouts.ts'
import { semanticSegmenter } from '../../../kit/toy-models/semantic.ts'
import { CLIP_PIXELS, fusedTowers, imageTower, textTower } from '../../../kit/toy-models/text/clip-towers.ts'
import { dinoDetector } from '../../../kit/toy-models/text/dino-detector.ts'
import { stripeReader, wordFinder } from '../../../kit/toy-models/text/ocr-networks.ts'
import { bertFile, bertIds } from '../../../kit/toy-models/text/tokenizer-bert.ts'
import { clipFiles, clipVocabulary } from '../../../kit/toy-models/text/tokenizer-clip.ts'

test.each([
  ['v8', 'v8'],
  ['v5', 'v5'],
  ['end-to-end', 'v10'],
] as const)('a detector with the tensors of %s is YOLO in the layout %s', async (layout, name) => {
  const found = await recognise({ 'm.onnx': yoloDetector({ side: 64, layout }) })

  expect(found).toMatchObject({
    ok: true,
    value: { family: 'yolo', layout: name, task: 'object-detection', classNames: ['red', 'green'], questions: [] },
  })
})

test('a network that takes any size is asked for that of its training where no file tells it', async () => {
  const files = { 'm.onnx': yoloDetector({ side: 'dynamic', tellsSize: false }) }
  const told = await recognise({ 'm.onnx': yoloDetector({ side: 'dynamic' }) })
  const fixed = await recognise({ 'm.onnx': yoloDetector({ side: 64, tellsSize: false }) })

  const asked = await recognise(files)
  const usual = asked.ok ? asked.value.input : undefined
  if (usual === undefined) throw new Error('It has no input')
  const answered = await recognise(files, { input: { ...usual, width: 320, height: 256, resize: 'stretch' } })

  expect(told).toMatchObject({ ok: true, value: { questions: [], input: { width: 640 } } })
  expect(fixed).toMatchObject({ ok: true, value: { questions: [], input: { width: 64 } } })
  expect(asked).toMatchObject({ ok: true, value: { questions: [{ id: 'input' }], input: { width: 640, height: 640 } } })
  expect(answered).toMatchObject({
    ok: true,
    value: { questions: [], input: { width: 320, height: 256, resize: 'stretch', channels: 'rgb' } },
  })
})

test('a side that the network fixes is the network’s, whatever a person says', async () => {
  const files = { 'm.onnx': yoloDetector({ side: 64 }) }
  const asked = await recognise(files)
  const usual = asked.ok ? asked.value.input : undefined
  if (usual === undefined) throw new Error('It has no input')

  const answered = await recognise(files, { input: { ...usual, width: 320, channels: 'bgr' } })

  expect(answered).toMatchObject({ ok: true, value: { input: { width: 64, height: 64, channels: 'bgr' } } })
})

test.each(['rf-detr', 'sigmoid', 'softmax', 'post-processed'] as const)(
  'a transformer of the layout %s is asked what its classes are called, of which it may leave some out',
  async (layout) => {
    const files = { 'm.onnx': detrDetector({ layout, side: 64, columns: ['red', 'green', 'sure'] }) }

    const asked = await recognise(files)
    const answered = await recognise(files, { classNames: ['red', 'green'] })

    expect(asked).toMatchObject({ ok: true, value: { family: 'detr', layout, questions: [{ id: 'classNames' }] } })
    expect(answered).toMatchObject({ ok: true, value: { questions: [] } })
  },
)

test.each<readonly [string, string, string, ToySam]>([
  ['samexporter', 'sam2', 'samexporter', samexporterToy()],
  ['transformers', 'sam2', 'transformers', transformersToy()],
  ['the tracker of SAM 3', 'sam3', 'transformers', transformersToy({ sam3: true })],
  ['the first SAM by transformers', 'sam2', 'transformers-sam1', transformersFirstToy()],
  ['MobileSAM', 'sam', 'meta-pixels', metaToy({ pixels: true })],
])('an encoder and a decoder of %s are recognised together', async (_name, owner, layout, toy) => {
  const files = Object.fromEntries([toy.encoder, toy.decoder].map(([path, bytes]) => [path, bytes]))

  const found = await recognise(files)

  expect(found).toMatchObject({
    ok: true,
    value: { family: 'sam', layout, questions: [], files: { encoder: toy.encoder[0], decoder: toy.decoder[0] } },
  })
  expect(found.ok && found.value.suggestedId).toBe(`${owner}/a-folder`)
})

test('networks for images and texts are CLIP with its tokenizer', async () => {
  const vocabulary = clipVocabulary(['red', 'green'])

  const found = await recognise({
    'onnx/vision_model.onnx': imageTower({ side: 32, pixels: CLIP_PIXELS }),
    'onnx/text_model.onnx': textTower({ vocabulary, length: 77 }),
    'onnx/model.onnx': fusedTowers(32, vocabulary),
    'tokenizer.json': clipFiles(vocabulary).tokenizer,
  })

  expect(found).toMatchObject({
    ok: true,
    value: {
      family: 'clip',
      task: 'embedding',
      questions: [],
      unused: ['onnx/model.onnx'],
      files: { visual: 'onnx/vision_model.onnx', textual: 'onnx/text_model.onnx', tokenizer: 'tokenizer.json' },
    },
  })
})

test('a model that reads texts is refused without a tokenizer, with what is missing', async () => {
  const vocabulary = clipVocabulary(['red'])

  const found = await recognise({
    'visual.onnx': imageTower({ side: 32, pixels: CLIP_PIXELS }),
    'textual.onnx': textTower({ vocabulary, length: 77 }),
  })

  expect(inWords(found)).toMatchObject({ ok: false, error: { message: expect.stringContaining('tokenizer.json') } })
})

test('texts of 32 tokens are those of a Perception Encoder', async () => {
  const vocabulary = clipVocabulary(['red'])

  const found = await recognise({
    'image.onnx': imageTower({ side: 32, pixels: CLIP_PIXELS }),
    'text.onnx': textTower({ vocabulary, length: 32 }),
    'tokenizer.json': clipFiles(vocabulary).tokenizer,
  })

  expect(found).toMatchObject({ ok: true, value: { family: 'perception-encoder', questions: [] } })
})

test('a detector that takes words is Grounding DINO', async () => {
  const vocabulary = bertIds(['red', 'green'])

  const found = await recognise({
    'onnx/model.onnx': dinoDetector({ vocabulary }),
    'tokenizer.json': bertFile(vocabulary),
  })

  expect(found).toMatchObject({ ok: true, value: { family: 'grounding-dino', layout: 'transformers', questions: [] } })
})

test.each<readonly [string, ToyConcepts]>([
  ['in three networks', uslsToy()],
  ['in four networks', uslsToy({ geometry: true })],
  ['by transformers', splitToy()],
  ['by samexporter', samexporterConceptToy()],
])('SAM 3 for phrases is recognised %s', async (_how, toy) => {
  const files = Object.fromEntries(Object.values(toy).map(([path, bytes]) => [path, bytes]))

  const found = await recognise({ ...files, 'tokenizer.json': clipFiles(TOY_WORDS).tokenizer })

  expect(found).toMatchObject({ ok: true, value: { family: 'sam3-concept', questions: [] } })
  const networks = Object.entries(toy).filter(([, [path]]) => path.endsWith('.onnx'))
  expect(found.ok && found.value.files).toMatchObject(
    Object.fromEntries(networks.map(([role, [path]]) => [role, path])),
  )
})

test('networks that find and read words are docTR', async () => {
  const found = await recognise({
    'reco.onnx': stripeReader(),
    'det.onnx': wordFinder(64),
    'vocabulary.txt': 'abc',
  })

  expect(found).toMatchObject({
    ok: true,
    value: { family: 'doctr', task: 'ocr', files: { detection: 'det.onnx', recognition: 'reco.onnx' } },
  })
})

test('a segmenter of every pixel is recognised with the names in its file', async () => {
  const found = await recognise({ 'm.onnx': semanticSegmenter() })

  const classNames = ['background', 'red', 'green']
  expect(found).toMatchObject({
    ok: true,
    value: { family: 'semantic', task: 'semantic-segmentation', classNames, questions: [] },
  })
})

test('a classifier asks whether its classes exclude each other, and installs once that is answered', async () => {
  const files = { 'm.onnx': colourClassifier() }

  const asked = await recognise(files, { classNames: ['red', 'green', 'blue'] })
  const answered = await recognise(files, {
    classNames: ['red', 'green', 'blue'],
    task: 'multi-label-classification',
  })

  expect(asked).toMatchObject({
    ok: true,
    value: {
      questions: [{ id: 'task', choices: [{ value: 'classification' }, { value: 'multi-label-classification' }] }],
    },
  })
  expect(answered).toMatchObject({ ok: true, value: { task: 'multi-label-classification', questions: [] } })
})
