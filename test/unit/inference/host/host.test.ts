import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ImageSource } from '#core/models/inference/operations'
import type { InstalledModel, ModelRuntime } from '#core/models/inference/ports'
import { inWords } from '../../../kit/in-words.ts'
import { installedModel, PREDICT, testRuntime } from '../../../kit/model-host.ts'
import { installedDetector, installedSlowDetector, yoloInput } from '../../../kit/toy-models/installed.ts'

test('a host that is killed during a run fails that run, and the next one works', async () => {
  const runtime = testRuntime()
  const slow = await installedSlowDetector(2)
  await runtime.load(slow)

  const input = { images: [await redSquare()], options: PREDICT }
  const running = runtime.run({ model: slow, operation: 'predict', input })
  process.kill(runtime.processId() ?? 0, 'SIGKILL')

  expect(inWords(await running)).toMatchObject({ ok: false, error: { reason: 'inference-stopped' } })
  expect(await detect(runtime, await installedDetector())).toMatchObject({ ok: true })
})

test('a run that takes longer than the limit of its model is refused, and its host gives way to another', async () => {
  const runtime = testRuntime()
  const slow = withLimit(await installedSlowDetector(6), 1)
  const [quick, other] = [await installedDetector(), await installedSlowDetector(1.5, 'toys/other')]
  await detect(runtime, quick)
  const before = runtime.processId()

  const answers = await Promise.all([detect(runtime, slow), detect(runtime, slow), detect(runtime, other)])

  const refused = { ok: false, error: { reason: 'model-overran', message: expect.stringContaining('longer than 1 s') } }
  expect(answers.map(inWords)).toMatchObject([refused, refused, { ok: true }])
  expect(await detect(runtime, quick)).toMatchObject({ ok: true })
  expect(runtime.processId()).not.toBe(before)
})

test('a model that runs when it is removed is given up after a while', async () => {
  const runtime = testRuntime()
  const slow = await installedSlowDetector(6)
  await runtime.load(slow)
  const input = { images: [await redSquare()], options: PREDICT }

  const running = runtime.run({ model: slow, operation: 'predict', input })
  await runtime.unload('toys/slow', 100)

  expect(inWords(await running)).toMatchObject({ ok: false, error: { reason: 'model-broken' } })
  expect(runtime.loaded()).toEqual([])
  expect(await detect(runtime, await installedDetector())).toMatchObject({ ok: true })
})

test('a model whose manifest is changed runs by the new one', async () => {
  const runtime = testRuntime()
  const model = await installedDetector()
  await detect(runtime, model)

  const renamed = { ...model, manifest: { ...model.manifest, classNames: ['scarlet', 'lime'] } }
  const answer = await detect(runtime, renamed)

  expect(JSON.stringify(answer)).toContain('scarlet')
})

function withLimit(model: InstalledModel, runSeconds: number): InstalledModel {
  return { ...model, manifest: { ...model.manifest, runSeconds } }
}

test('what is asked of this process while a model runs does not wait for it', async () => {
  const runtime = testRuntime()
  const slow = await installedSlowDetector(0.5)
  await runtime.load(slow)
  const ended: string[] = []

  const running = detect(runtime, slow).finally(() => ended.push('model'))
  for (let nth = 0; nth < 3; nth += 1) {
    await readFile(import.meta.filename)
    ended.push('file')
  }

  expect(await running).toMatchObject({ ok: true })
  expect(ended).toEqual(['file', 'file', 'file', 'model'])
})

test('the process of the models is born with the word that its runtime tells nobody what runs', async () => {
  vi.stubEnv('ORT_DISABLE_TELEMETRY', '0')
  vi.stubEnv('CI', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const runtime = testRuntime()

  await detect(runtime, await installedDetector())

  expect(await readdir(tmpdir())).not.toContain(`mat-debug-${runtime.processId()}.log`)
})

test('calls for one model at the same time load it once and run together', async () => {
  const runtime = testRuntime()
  const model = await installedDetector()

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => detect(runtime, model, { left: 4 * i, top: 8 })),
  )

  const boxes = answers.map((answer) => answer.ok && firstBox(answer.value.output))
  expect(boxes).toEqual(Array.from({ length: 12 }, (_, i) => ({ x0: 4 * i, y0: 8, x1: 4 * i + 16, y1: 24 })))
  expect(runtime.loaded()).toMatchObject([{ id: 'toys/1', batchSize: null, provider: 'cpu' }])
})

test('the model that was not used for the longest time leaves when another needs its room', async () => {
  const runtime = testRuntime({ mostModels: 2 })
  const models = await Promise.all(['toys/1', 'toys/2', 'toys/3'].map((id) => installedDetector(id)))
  const [first, second, third] = models
  if (!first || !second || !third) throw new Error('unreachable')

  for (const model of [first, second, first, third]) await detect(runtime, model)

  expect(runtime.loaded().map(({ id }) => id)).toEqual(['toys/1', 'toys/3'])
})

test('a model that is unloaded while it works answers first', async () => {
  const runtime = testRuntime()
  const model = await installedDetector()
  await runtime.load(model)
  const input = { images: [await redSquare()], options: PREDICT }

  const [answer] = await Promise.all([runtime.run({ model, operation: 'predict', input }), runtime.unload('toys/1')])

  expect(answer).toMatchObject({ ok: true })
  expect(runtime.loaded()).toEqual([])
})

test('nor is one unloaded before a call whose large image is still on its way', async () => {
  const runtime = testRuntime()
  const model = await installedDetector()
  await runtime.load(model)
  const [small] = [await redSquare()]
  if (small.kind !== 'encoded') throw new Error('unreachable')
  const large = { kind: 'encoded' as const, bytes: Buffer.concat([small.bytes, Buffer.alloc(20_000_000)]) }
  const input = { images: [large], options: PREDICT }

  const [answer] = await Promise.all([runtime.run({ model, operation: 'predict', input }), runtime.unload('toys/1')])

  expect(answer).toMatchObject({ ok: true })
  expect(runtime.loaded()).toEqual([])
})

test('an unloading that waits for an image on its way ends when the host is killed meanwhile', async () => {
  const runtime = testRuntime()
  const model = await installedDetector()
  await runtime.load(model)
  const large = { kind: 'encoded' as const, bytes: Buffer.alloc(60_000_000) }
  const running = runtime.run({ model, operation: 'predict', input: { images: [large], options: PREDICT } })
  const unloading = runtime.unload('toys/1')
  const host = runtime.processId() ?? 0
  process.kill(host, 'SIGKILL')

  expect(inWords(await running)).toMatchObject({ ok: false, error: { reason: 'inference-stopped' } })
  await unloading

  expect(runtime.loaded()).toEqual([])
  expect(await detect(runtime, model)).toMatchObject({ ok: true })
})

test('a process that has loaded many models is replaced by a fresh one', async () => {
  const runtime = testRuntime({}, { loadsPerProcess: 2 })
  const models = await Promise.all(['toys/1', 'toys/2', 'toys/3'].map((id) => installedDetector(id)))

  const processes: (number | undefined)[] = []
  for (const model of models) {
    await detect(runtime, model)
    processes.push(runtime.processId())
  }

  expect(processes[1]).toBe(processes[0])
  expect(processes[2]).not.toBe(processes[0])
  expect(runtime.loaded().map(({ id }) => id)).toEqual(['toys/3'])
})

test('a provider that does not work here is passed over, and the log says so once', async () => {
  const told: string[] = []
  const missing = process.platform === 'darwin' ? 'dml' : 'coreml'
  const runtime = testRuntime({ providers: [missing, 'cpu'] }, { logFailure: (message) => told.push(message) })
  const model = await installedDetector()

  const answers = [await detect(runtime, model), await detect(runtime, model)]

  expect(answers).toMatchObject([{ ok: true }, { ok: true }])
  expect(runtime.loaded()).toMatchObject([{ provider: 'cpu', passedOver: [expect.stringContaining(missing)] }])
  expect(told).toEqual([expect.stringContaining('The model toys/1 runs on cpu, because others failed')])
})

test('a file that is not the one that was installed, or is gone, is not run', async () => {
  const [runtime, model] = [testRuntime(), await installedDetector()]
  const path = join(model.folder, 'model.onnx')
  const bytes = await readFile(path)
  const sound = await detect(runtime, model)
  await runtime.unload('toys/1')

  await writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) === 0 ? 1 : 0])]))
  const changed = await detect(runtime, model)
  await rm(path)
  const gone = await detect(runtime, model)

  expect(sound).toMatchObject({ ok: true })
  const refused = (sentence: string) => ({
    ok: false,
    error: { reason: 'model-broken', message: expect.stringContaining(sentence) },
  })
  expect(inWords(changed)).toMatchObject(refused('model.onnx does not match its checksum'))
  expect(inWords(gone)).toMatchObject(refused('model.onnx is missing'))
})

test('a file that is no network is told by the name of its model', async () => {
  const runtime = testRuntime()
  const broken = await installedModel(
    { id: 'broken/1', task: 'object-detection', family: 'yolo', input: yoloInput(64) },
    { model: ['model.onnx', new TextEncoder().encode('no network at all')] },
  )

  const answers = [await detect(runtime, broken), await detect(runtime, broken)]

  const refused = { ok: false, error: { reason: 'model-broken', message: expect.stringContaining('"broken/1"') } }
  expect(answers.map(inWords)).toMatchObject([refused, refused])
})

test('an image that cannot be decoded is refused with the cause', async () => {
  const runtime = testRuntime()
  const input = { images: [{ kind: 'encoded' as const, bytes: new Uint8Array(100) }], options: PREDICT }

  const answer = await runtime.run({ model: await installedDetector(), operation: 'predict', input })

  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'picture-unreadable' } })
})

test('an operation that is not the model’s is refused', async () => {
  const runtime = testRuntime()
  const model = await installedDetector()

  const answer = await runtime.run({ model, operation: 'embed-texts', input: { texts: ['red'] } })

  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'model-cannot' } })
})

interface Placed {
  readonly left: number
  readonly top: number
}

async function detect(runtime: ModelRuntime, model: InstalledModel, place?: Placed) {
  const input = { images: [await redSquare(place)], options: PREDICT }
  return runtime.run({ model, operation: 'predict', input })
}

/** A red square of 16 pixels on black. */
async function redSquare({ left, top }: Placed = { left: 8, top: 8 }): Promise<ImageSource> {
  const red = sharp({ create: { width: 16, height: 16, channels: 3, background: '#f00' } })
  const black = sharp({ create: { width: 64, height: 64, channels: 3, background: '#000' } })
  const square = { input: await red.png().toBuffer(), left, top }
  return { kind: 'encoded', bytes: await black.composite([square]).png().toBuffer() }
}

function firstBox(output: readonly { readonly prediction: object }[]) {
  const prediction = output[0]?.prediction
  return prediction && 'objects' in prediction && Array.isArray(prediction.objects) && prediction.objects[0]?.box
}
