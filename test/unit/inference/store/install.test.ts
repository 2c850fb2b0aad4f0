import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inWords } from '../../../kit/in-words.ts'
import { PREDICT } from '../../../kit/model-host.ts'
import { paintedImage } from '../../../kit/painted-image.ts'
import { testModelStation, valueOf } from '../../../kit/test-model-station.ts'
import { pickyDetector, yoloDetector } from '../../../kit/toy-models/detector.ts'
import { detrDetector } from '../../../kit/toy-models/detr-detector.ts'
import { CLIP_PIXELS, imageTower, textTower } from '../../../kit/toy-models/text/clip-towers.ts'
import { clipFiles, clipVocabulary } from '../../../kit/toy-models/text/tokenizer-clip.ts'

test('a dropped model is installed under its id and finds what it was made for', async () => {
  const { store, shelf, runtime, workspace, taskEnd, drop } = await testModelStation()
  const draft = await drop({ 'colours.onnx': yoloDetector({ side: 64 }) })

  const started = await store.install(workspace, draft, { id: 'toys/1' })

  expect(await taskEnd(valueOf(started))).toMatchObject({ status: 'completed', result: { model: 'toys/1' } })
  const model = await shelf.find('toys/1')
  expect(model?.manifest).toMatchObject({ family: 'yolo', layout: 'v8', classNames: ['red', 'green'], name: 'colours' })
  if (model === undefined) throw new Error('It is not there')
  const rectangles = [{ colour: 'red', box: [8, 16, 40, 48] as const }]
  const image = await paintedImage({ width: 64, height: 64, ground: 'black', rectangles })
  const input = { images: [image], options: PREDICT }
  const ran = await runtime.run({ model, operation: 'predict', input })
  expect(ran.ok && ran.value.output[0]?.prediction).toMatchObject({ objects: [{ className: 'red' }] })
})

test('the files of an installation that failed can be installed with other answers, where they are kept', async () => {
  const { store, workspace, taskEnd, drop } = await testModelStation()
  const files = { 'any.onnx': pickyDetector() }
  const draft = await drop(files)
  const { input } = valueOf(await store.recognise(draft, {}))
  const answers = (width: number) => ({ id: 'toys/1', input: input && { ...input, width, height: 64 } })

  const failed = await taskEnd(valueOf(await store.installFromKept(workspace, draft, answers(32))))
  const again = await taskEnd(valueOf(await store.installFromKept(workspace, draft, answers(64))))

  expect(failed).toMatchObject({ status: 'failed' })
  expect(again).toMatchObject({ status: 'completed', result: { model: 'toys/1' } })
  const thrown = await drop(files)
  await taskEnd(valueOf(await store.install(workspace, thrown, answers(32))))
  expect(inWords(await store.recognise(thrown, {}))).toMatchObject({
    ok: false,
    error: { reason: 'model-draft-not-found' },
  })
})

test('the input and the time limit of a model are changed after a trial, and it runs by them', async () => {
  const { store, shelf, runtime, workspace, taskEnd, drop } = await testModelStation()
  const draft = await drop({ 'm.onnx': yoloDetector({ side: 'dynamic' }) })
  await taskEnd(valueOf(await store.install(workspace, draft, { id: 'toys/1' })))
  const { input } = (await shelf.find('toys/1'))?.manifest ?? {}
  if (input === undefined) throw new Error('It has no input')

  const changed = await store.change('toys/1', { input: { ...input, width: 64, height: 64 }, runSeconds: 20 }, NEVER)
  const model = await shelf.find('toys/1')
  if (model === undefined) throw new Error('It is not there')
  await runtime.load(model)
  const other = await drop({ 'm.onnx': yoloDetector({ side: 64 }) })
  await taskEnd(valueOf(await store.install(workspace, other, { id: 'toys/fixed' })))
  const refused = await store.change('toys/fixed', { input: { ...input, width: 50 }, runSeconds: 5 }, NEVER)
  const limit = await store.change('toys/1', { runSeconds: null }, NEVER)

  expect(changed).toMatchObject({ ok: true })
  expect(model.manifest).toMatchObject({ input: { width: 64, height: 64 }, runSeconds: 20 })
  expect(runtime.loaded()).toMatchObject([{ inputWidth: 64, inputHeight: 64 }])
  expect(inWords(refused)).toMatchObject({ ok: false, error: { reason: 'model-broken' } })
  expect((await shelf.find('toys/fixed'))?.manifest).toMatchObject({ input: { width: 64 } })
  expect((await shelf.find('toys/fixed'))?.manifest).not.toHaveProperty('runSeconds')
  expect(limit).toMatchObject({ ok: true })
  const now = (await shelf.find('toys/1'))?.manifest
  expect(now).toMatchObject({ input: { width: 64, height: 64 } })
  expect(now).not.toHaveProperty('runSeconds')
})

const NEVER = new AbortController().signal

test('a model of two networks and a tokenizer is installed with all of them, and answers', async () => {
  const { store, shelf, runtime, workspace, taskEnd, drop } = await testModelStation()
  const vocabulary = clipVocabulary(['red', 'green'])
  const draft = await drop({
    'clip/visual.onnx': imageTower({ side: 32, pixels: CLIP_PIXELS }),
    'clip/textual.onnx': textTower({ vocabulary }),
    'clip/tokenizer.json': clipFiles(vocabulary).tokenizer,
    'clip/README.md': 'Read me',
  })

  const task = await taskEnd(valueOf(await store.install(workspace, draft, { id: 'clip/toy' })))

  expect(task).toMatchObject({ status: 'completed' })
  const model = await shelf.find('clip/toy')
  if (model === undefined) throw new Error('It is not there')
  expect(Object.keys(model.manifest.files)).toEqual(['visual', 'textual', 'tokenizer'])
  const embedded = await runtime.run({ model, operation: 'embed-texts', input: { texts: ['red', 'green'] } })
  expect(embedded.ok && embedded.value.output).toHaveLength(2)
})

test('a network that the runtime cannot load is refused with its reason, and nothing of it stays', async () => {
  const { store, shelf, workspace, taskEnd, drop, folder } = await testModelStation()
  const broken = brokenAt(yoloDetector({ side: 64 }))
  const draft = await drop({ 'broken.onnx': broken })

  const started = await store.install(workspace, draft, { id: 'toys/1' })

  const task = await taskEnd(valueOf(started))
  expect(task).toMatchObject({
    status: 'failed',
    error: { english: expect.stringMatching(/does not run: .*broken\.onnx/) },
  })
  expect(JSON.stringify(task)).not.toContain(folder)
  expect(JSON.stringify(task)).not.toContain('staging')
  expect(await shelf.list()).toEqual([])
  expect(await readdir(join(folder, 'models', '.staging'))).toEqual([])
})

test('a detector whose answers are no numbers is refused by its trial', async () => {
  const { store, shelf, workspace, taskEnd, drop } = await testModelStation()
  const draft = await drop({
    'm.onnx': detrDetector({ layout: 'sigmoid', side: 64, columns: ['red', 'green'], isBroken: true }),
  })

  const answers = { id: 'toys/1', classNames: ['red', 'green'] }
  const task = await taskEnd(valueOf(await store.install(workspace, draft, answers)))

  expect(task).toMatchObject({
    status: 'failed',
    error: { english: expect.stringContaining('contains values that are not numbers') },
  })
  expect(await shelf.list()).toEqual([])
})

test('a model that is installed again replaces the one before, which waits in the trash', async () => {
  const { store, shelf, workspace, taskEnd, drop } = await testModelStation()
  for (const names of [
    ['red', 'green'],
    ['rot', 'grün'],
  ] as const) {
    const draft = await drop({ 'colours.onnx': yoloDetector({ side: 64, names: [...names] }) })
    await taskEnd(valueOf(await store.install(workspace, draft, { id: 'toys/1' })))
  }

  expect((await shelf.find('toys/1'))?.manifest.classNames).toEqual(['rot', 'grün'])
  const trashed = await store.trashed()
  expect(trashed.map(({ manifest }) => manifest.classNames)).toEqual([['red', 'green']])
})

test('while a model is replaced, one of the two is there at every moment', async () => {
  const { store, shelf, workspace, taskEnd, drop } = await testModelStation()
  const install = async (names: string[]) => {
    const draft = await drop({ 'm.onnx': yoloDetector({ side: 64, names }) })
    return taskEnd(valueOf(await store.install(workspace, draft, { id: 'toys/1' })))
  }
  await install(['red', 'green'])
  let isReplacing = true
  const seen = new Set<string | undefined>()
  const looking = (async () => {
    while (isReplacing) seen.add((await shelf.find('toys/1'))?.manifest.classNames.join())
  })()

  await install(['rot', 'blau'])
  isReplacing = false
  await looking

  expect(seen).not.toContain(undefined)
  expect((await shelf.find('toys/1'))?.manifest.classNames).toEqual(['rot', 'blau'])
})

test('an installation that is cancelled leaves nothing', async () => {
  const { store, shelf, workspace, taskEnd, drop, cancel, folder } = await testModelStation()
  const draft = await drop({ 'm.onnx': yoloDetector({ side: 640 }) })
  const taskId = valueOf(await store.install(workspace, draft, { id: 'toys/1' }))

  cancel(taskId)

  expect(await taskEnd(taskId)).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
  expect(await shelf.list()).toEqual([])
  expect(await readdir(join(folder, 'models', '.staging'))).toEqual([])
})

test('a removed model comes back as it was', async () => {
  const { store, shelf, workspace, taskEnd, drop } = await testModelStation()
  const draft = await drop({ 'colours.onnx': yoloDetector({ side: 64 }) })
  await taskEnd(valueOf(await store.install(workspace, draft, { id: 'toys/1' })))
  const before = await shelf.find('toys/1')

  const removed = await store.remove('toys/1')
  const gone = await shelf.list()
  const restored = removed.ok && (await store.restore(removed.value))

  expect(gone).toEqual([])
  expect(restored).toMatchObject({ ok: true })
  const after = await shelf.find('toys/1')
  expect(after).toEqual(before)
  expect(await readFile(join(after?.folder ?? '', after?.manifest.files['model']?.path ?? ''))).toHaveLength(
    before?.manifest.files['model']?.bytes ?? 0,
  )
})

test('a removed model does not come back over another one that has its id now', async () => {
  const { store, workspace, taskEnd, drop } = await testModelStation()
  const install = async () =>
    taskEnd(
      valueOf(await store.install(workspace, await drop({ 'm.onnx': yoloDetector({ side: 64 }) }), { id: 'toys/1' })),
    )
  await install()
  const removed = await store.remove('toys/1')
  await install()

  const restored = removed.ok && (await store.restore(removed.value))

  expect(inWords(restored)).toMatchObject({ ok: false, error: { reason: 'model-taken' } })
})

test('what has lain in the trash for thirty days is deleted, and can be deleted at once', async () => {
  const { store, workspace, taskEnd, drop, folder } = await testModelStation()
  await taskEnd(
    valueOf(await store.install(workspace, await drop({ 'm.onnx': yoloDetector({ side: 64 }) }), { id: 'a/1' })),
  )
  await store.remove('a/1')

  await store.cleanUp()
  const kept = await store.trashed()
  await store.emptyTrash()

  const days = kept.map(({ trashedAt, cleanupAt }) => (cleanupAt.getTime() - trashedAt.getTime()) / (24 * 3600 * 1000))
  expect(days).toEqual([30])
  expect(await readdir(join(folder, 'models', '.trash'))).toEqual([])
})

test('a model that would fill the disk is refused before it is copied', async () => {
  const { store, workspace, taskEnd, folder } = await testModelStation({ freeBytes: 1000 })
  const outside = join(folder, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'm.onnx'), yoloDetector({ side: 64 }))
  const draft = await store.linkDraft(outside)

  const task = await taskEnd(valueOf(await store.install(workspace, valueOf(draft), { id: 'a/1' })))

  expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringMatching(/free on the disk/) } })
})

test.each(['1', 'a/../b', '../x', '/etc/passwd', 'a/b/c', 'con/1', 'a/b.', '.hidden/1'])(
  'a model cannot be installed under "%s"',
  async (id) => {
    const { store, workspace, drop } = await testModelStation()
    const draft = await drop({ 'm.onnx': yoloDetector({ side: 64 }) })

    const started = await store.install(workspace, draft, { id })

    expect(inWords(started)).toMatchObject({ ok: false, error: { reason: 'model-invalid' } })
  },
)

/** Its signature is sound; an operator in it is none that the runtime knows. */
function brokenAt(model: Uint8Array): Uint8Array {
  const bytes = Buffer.from(model)
  const at = bytes.indexOf('Concat')
  bytes.write('Koncat', at)
  return bytes
}
