import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeldImage, type Question } from '#common/contract/models/playground'
import { HELD_IMAGES_URL, PLAIN_ANSWERS_URL } from '#common/contract/urls'
import { inferenceCall } from '#common/inference/call'
import { CODE_LANGUAGES, type CodeLanguage, callCode } from '#renderer/features/models/call/call-code'
import { addToLibrary, type DescribedModel, type ModelContents } from '../../kit/model-folder.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { classMaps } from '../../kit/toy-models/class-maps.ts'
import { colourClassifier } from '../../kit/toy-models/classifier.ts'
import { yoloInput } from '../../kit/toy-models/installed.ts'
import { uslsToy } from '../../kit/toy-models/sam/concepts.ts'
import { samexporterToy } from '../../kit/toy-models/sam/layouts.ts'
import { whiteImage } from '../../kit/toy-models/sam/scene.ts'
import { CLIP_PIXELS, imageTower, textTower } from '../../kit/toy-models/text/clip-towers.ts'
import { dinoDetector } from '../../kit/toy-models/text/dino-detector.ts'
import { bertFile, bertIds } from '../../kit/toy-models/text/tokenizer-bert.ts'
import { clipFiles, clipVocabulary } from '../../kit/toy-models/text/tokenizer-clip.ts'
import { paintedFile } from '../../kit/toy-models/toy-image.ts'

let folder: string
let station: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-kinds-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio,inference'])
})

afterAll(async () => {
  await station.stop()
  await removeFolder(folder)
})

async function hold(bytes: Uint8Array) {
  const headers = { 'content-type': 'application/octet-stream' }
  const sent = await station.fetch(HELD_IMAGES_URL, { method: 'PUT', body: Buffer.from(bytes), headers })
  return { kind: 'held' as const, key: HeldImage.parse(await sent.json()).key }
}

function install(described: DescribedModel, files: ModelContents) {
  return addToLibrary(join(folder, 'library'), described, files)
}

/** Result of the playground, and response of the inference server to the same question. */
async function both(question: Question) {
  const { finding } = await station.studio.playground.ask(question)
  const plain = await station.fetch(PLAIN_ANSWERS_URL, { method: 'POST', body: JSON.stringify(question) })
  return { finding, status: plain.status, plain: await plain.json() }
}

/** Red on the left, green on the right. */
function twoColours() {
  return paintedFile({
    width: 160,
    height: 100,
    ground: '#000',
    rectangles: [
      { colour: '#f00', box: [20, 10, 60, 40] },
      { colour: '#0f0', box: [100, 60, 140, 80] },
    ],
  })
}

test('a class for the image comes with all others, the best first', async () => {
  const input = { ...yoloInput(224), resize: 'stretch' as const }
  const classNames = ['red', 'green', 'blue']
  const described = { id: 'toys/whole', task: 'classification', family: 'classifier', classNames, input } as const
  await install(described, { model: ['model.onnx', colourClassifier()] })
  const image = await hold(await paintedFile({ width: 64, height: 64, ground: '#0f0' }))
  const question: Question = { act: 'predict', image, model: 'toys/whole', confidence: 0.05, overlap: 0.3 }

  const { finding, plain } = await both(question)

  expect(finding).toMatchObject({ kind: 'classes', scores: [{ className: 'green', classIndex: 1 }] })
  expect(plain).toMatchObject({ top: 'green' })
})

test('a map of classes comes as an image of its own', async () => {
  const described = { id: 'toys/map', task: 'semantic-segmentation', family: 'semantic' } as const
  const classNames = ['background', 'red', 'green']
  const input = { ...yoloInput(64), resize: 'stretch' as const, padding: 0 }
  await install({ ...described, classNames, input }, { model: ['model.onnx', classMaps()] })
  const image = await hold(await twoColours())
  const question: Question = { act: 'predict', image, model: 'toys/map', confidence: 0.4, overlap: 0.3 }

  const { finding } = await both(question)
  const map = await station.fetch(finding.kind === 'map' ? finding.url : '/')

  expect(finding).toMatchObject({ kind: 'map', classNames, present: expect.arrayContaining([1, 2]) })
  expect([map.status, map.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('words are found in the image', async () => {
  const ids = bertIds(['red', 'green', 'blue'])
  const described = { id: 'grounding_dino/default', task: 'zero-shot-detection', family: 'grounding-dino' } as const
  await install(
    { ...described, layout: 'transformers' },
    {
      model: ['model.onnx', dinoDetector({ vocabulary: ids, layout: 'transformers' })],
      tokenizer: ['tokenizer.json', bertFile(ids)],
    },
  )
  const image = await hold(await twoColours())
  const asked = { model: 'grounding_dino/default', image, boxThreshold: 0.5, textThreshold: 0.5 }

  const { finding, plain } = await both({ act: 'ground', ...asked, words: ['green', 'blue'] })

  expect(finding).toMatchObject({ kind: 'objects', objects: [{ className: 'green', classIndex: 0 }] })
  expect(plain).toMatchObject({ predictions: [{ class: 'green', x: expect.closeTo(120), y: expect.closeTo(70) }] })
})

const RUNS: Readonly<Record<CodeLanguage, readonly [program: string, ending: string]>> = {
  curl: ['sh', 'sh'],
  Python: ['python3', 'py'],
  TypeScript: [process.execPath, 'mts'],
}

test.for(CODE_LANGUAGES.filter((each) => each === 'TypeScript' || hasProgram(each)))(
  'the %s that is copied asks for words with any letters in them',
  async (language) => {
    const file = join(folder, 'two colours.png')
    await writeFile(file, await twoColours())
    const words = ['green', `100 % "blue" \\ it's \u00fc`]
    const asked = { model: 'grounding_dino/default', image: { kind: 'held' as const, key: '0'.repeat(32) } }
    const question: Question = { act: 'ground', ...asked, words, boxThreshold: 0.5, textThreshold: 0.5 }
    const call = inferenceCall({ id: 'grounding_dino/default', family: 'grounding-dino' }, question)
    const [program, ending] = RUNS[language]
    const path = join(folder, `words.${ending}`)
    await writeFile(path, callCode(language, { call, server: station.urls.inference ?? '', file }))

    const { stdout } = await promisify(execFile)(program, [path])

    expect(stdout).toMatch(/"?class"?: ?["']green["']/)
  },
)

function hasProgram(language: CodeLanguage): boolean {
  return spawnSync(language === 'curl' ? 'curl' : 'python3', ['--version']).status === 0
}

test('a click cuts out what it lies on, with every guess at it', async () => {
  const described = { id: 'sam2/hiera_tiny', task: 'unsupervised-segmentation', family: 'sam' } as const
  await install(described, samexporterToy())
  const image = await hold(await whiteImage({ width: 320, height: 240 }))
  const points = [{ x: 160, y: 120, positive: true }]

  const { finding, status, plain } = await both({ act: 'segment', image, model: 'sam2/hiera_tiny', points })

  expect(finding.kind === 'masks' && finding.masks.length).toBe(3)
  expect(status).toBe(200)
  expect(plain).toMatchObject({ predictions: [{ format: 'polygon' }] })
})

test('everything that a word says is outlined', async () => {
  const described = { id: 'sam3/sam3_final', task: 'unsupervised-segmentation', family: 'sam3-concept' } as const
  await install(described, uslsToy())
  const image = await hold(
    await paintedFile({
      width: 640,
      height: 480,
      ground: '#000',
      rectangles: [
        { colour: '#f00', box: [40, 60, 140, 160] },
        { colour: '#0f0', box: [380, 40, 480, 140] },
      ],
    }),
  )
  const model = 'sam3/sam3_final'

  const { finding, plain } = await both({ act: 'concept', image, model, words: ['red', 'green'], threshold: 0.5 })

  expect(finding).toMatchObject({ kind: 'objects' })
  const names = finding.kind === 'objects' ? finding.objects.map(({ className }) => className) : []
  expect(names.toSorted()).toEqual(['green', 'red'])
  expect(plain).toMatchObject({ prompt_results: [{ echo: { text: 'red' } }, { echo: { text: 'green' } }] })
})

test('words are compared with the image, the nearest first', async () => {
  const vocabulary = clipVocabulary(['red', 'green', 'blue', 'a', 'car'])
  await install(
    { id: 'clip/ViT-B-16', task: 'embedding', family: 'clip' },
    {
      visual: ['visual.onnx', imageTower({ side: 32, pixels: CLIP_PIXELS })],
      textual: ['textual.onnx', textTower({ vocabulary })],
      tokenizer: ['tokenizer.json', clipFiles(vocabulary).tokenizer],
    },
  )
  const image = await hold(await paintedFile({ width: 64, height: 64, ground: '#f00' }))

  const asked = { image, model: 'clip/ViT-B-16', words: ['a blue car', 'a red car'] }
  const { finding, plain } = await both({ act: 'compare', ...asked })

  expect(finding).toMatchObject({ kind: 'likeness', scores: [{ words: 'a red car' }, { words: 'a blue car' }] })
  const [nearest] = finding.kind === 'likeness' ? finding.scores : []
  expect(plain).toMatchObject({ similarity: [expect.any(Number), expect.closeTo(nearest?.similarity ?? 0, 4)] })
})

test('text is read with what comes with the program, and the answer names the engine', async () => {
  const image = await hold(await whiteImage({ width: 400, height: 200 }))

  const { finding, status } = await both({ act: 'read-text', image, model: 'tesseract/eng' })

  expect(finding).toMatchObject({ kind: 'text', text: '', words: [], engine: 'tesseract' })
  expect(status).toBe(200)
})
