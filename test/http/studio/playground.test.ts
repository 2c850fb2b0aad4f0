import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeldImage, type Question } from '#common/contract/models/playground'
import { HELD_IMAGES_URL, heldImageUrl, PLAIN_ANSWERS_URL } from '#common/contract/urls'
import { inferenceCall } from '#common/inference/call'
import { type CodeLanguage, callCode } from '#renderer/features/models/call/call-code'
import { floatTiff } from '../../kit/images.ts'
import { addToLibrary } from '../../kit/model-folder.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats } from '../../kit/studio-page.ts'
import { yoloDetector } from '../../kit/toy-models/detector.ts'
import { describedDetector } from '../../kit/toy-models/installed.ts'
import { redAndGreen } from '../../kit/toy-models/toy-image.ts'

let folder: string
let station: StationProcess
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-playground-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio,inference'])
  const detector = yoloDetector({ side: 64, batch: 'batch' })
  await addToLibrary(join(folder, 'library'), describedDetector('toys/1', 64), { model: ['model.onnx', detector] })
  key = HeldImage.parse(await (await send(await redAndGreen())).json()).key
})

afterAll(async () => {
  await station.stop()
  await removeFolder(folder)
})

function send(bytes: Uint8Array): Promise<Response> {
  const headers = { 'content-type': 'application/octet-stream' }
  return station.fetch(HELD_IMAGES_URL, { method: 'PUT', body: Buffer.from(bytes), headers })
}

function predicting(changed: Partial<Extract<Question, { act: 'predict' }>> = {}): Question {
  const image = { kind: 'held' as const, key }
  return { act: 'predict', image, model: 'toys/1', confidence: 0.4, overlap: 0.3, ...changed }
}

test('an image that was sent is kept with its size, and shown upright', async () => {
  const sent = HeldImage.parse(await (await send(await redAndGreen())).json())

  const shown = await station.fetch(heldImageUrl(sent.key))

  expect(sent).toMatchObject({ width: 320, height: 240 })
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('what is no image is refused with the reason, and an old image is asked for again', async () => {
  const refused = await send(Buffer.from('no image'))
  const unshown = await send(floatTiff(8, 4))
  const gone = { kind: 'held' as const, key: '0'.repeat(32) }

  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: 'This file is not an image', code: 'file-not-image', params: {} },
  ])
  expect([unshown.status, await unshown.json()]).toMatchObject([
    400,
    {
      code: 'samples-unsupported',
      error: 'The samples of this image are 32-bit floating-point numbers; only 8 or 16 bits per sample are supported',
    },
  ])
  await expect(station.studio.playground.ask(predicting({ image: gone }))).rejects.toThrow(
    'This image is no longer available. Choose it again',
  )
})

test('a detector answers where things are, the surest first, and what the time went to', async () => {
  const { finding, seconds, stages } = await station.studio.playground.ask(predicting())

  expect(finding).toMatchObject({
    kind: 'objects',
    objects: [
      { className: 'red', box: { x0: 40, y0: 40, x1: 120, y1: 120 } },
      { className: 'green', box: { x0: 180, y0: 80, x1: 280, y1: 200 } },
    ],
  })
  expect(seconds).toBeGreaterThan(0)
  expect(Object.keys(stages)).toContain('run')
})

test('an image of a project is looked at where it lies', async () => {
  const project = await addCupsAndBoats(station)
  const [image] = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  if (image === undefined) throw new Error('There is no image')

  const { finding } = await station.studio.playground.ask(predicting({ image: { kind: 'project', project, image } }))

  expect(finding).toEqual({ kind: 'objects', objects: [] })
})

test('the answer of the inference server comes word by word', async () => {
  const asked = { method: 'POST', body: JSON.stringify(predicting({ confidence: 0.6 })) }

  const plain = await station.fetch(PLAIN_ANSWERS_URL, asked)

  expect(plain.status).toBe(200)
  expect(await plain.json()).toMatchObject({
    image: { width: 320, height: 240 },
    predictions: [{ x: 80, y: 80, width: 80, height: 80, class: 'red', class_id: 0 }],
  })
})

test.each([
  ['no JSON', '{"act": '],
  ['longer than any question', JSON.stringify({ act: ' '.repeat(2_000_000) })],
])('what is %s is no question to the inference server', async (_, body) => {
  const refused = await station.fetch(PLAIN_ANSWERS_URL, { method: 'POST', body })

  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'answer-not-model-request' }])
})

test('a model that answers other questions says so', async () => {
  const image = { kind: 'held' as const, key }

  await expect(station.studio.playground.ask({ act: 'read-text', image, model: 'toys/1' })).rejects.toThrow(
    'toys/1 (object-detection) does not support this task',
  )
})

const RUNS: Readonly<Record<CodeLanguage, readonly [program: string, ending: string]>> = {
  curl: ['sh', 'sh'],
  Python: ['python3', 'py'],
  TypeScript: [process.execPath, 'mts'],
}

/** Runs the code that a person copies, beside an image with an awkward name. */
async function runCopied(language: CodeLanguage): Promise<unknown> {
  const file = join(folder, "it's, toys.png")
  await writeFile(file, await redAndGreen())
  const call = inferenceCall({ id: 'toys/1', family: 'yolo' }, predicting())
  const [program, ending] = RUNS[language]
  const path = join(folder, `ask.${ending}`)
  await writeFile(path, callCode(language, { call, server: station.urls.inference ?? '', file }))
  const { stdout } = await promisify(execFile)(program, [path])
  return language === 'TypeScript' ? stdout : JSON.parse(stdout)
}

test('the TypeScript that is copied prints what was found', async () => {
  expect(await runCopied('TypeScript')).toMatch(/class: 'red'[^]*class: 'green'/)
})

test.runIf(hasProgram('curl'))('the curl line that is copied answers the same', async () => {
  expect(await runCopied('curl')).toMatchObject({ predictions: [{ class: 'red' }, { class: 'green' }] })
})

test.runIf(hasProgram('python3'))('the Python that is copied answers the same', async () => {
  expect(await runCopied('Python')).toMatchObject({ predictions: [{ class: 'red' }, { class: 'green' }] })
})

function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0
}
