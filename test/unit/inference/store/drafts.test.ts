import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { filesBelow } from '#inference/store/draft-files'
import { inWords } from '../../../kit/in-words.ts'
import { testModelStation, valueOf } from '../../../kit/test-model-station.ts'
import { yoloDetector } from '../../../kit/toy-models/detector.ts'
import { makeZip } from '../../../kit/zip-maker.ts'

test.each([
  '../m.onnx',
  '/m.onnx',
  'a//m.onnx',
  'C:\\m.onnx',
  'a/../../m.onnx',
  '.hidden/m.onnx',
  'nul.onnx',
  'm.onnx.',
  'a\u0000b.onnx',
  `${'a'.repeat(401)}.onnx`,
])('a file called %j is not taken in', async (path) => {
  const { store } = await testModelStation()
  const draft = await store.openDraft()

  const taken = await store.takeFile(draft, path, nothing())

  expect(inWords(taken)).toMatchObject({ ok: false, error: { reason: 'file-name-invalid' } })
})

test('links that lead out of a folder are not followed, those inside are', async () => {
  const { store } = await testModelStation()
  const outside = await folder()
  const model = join(await folder(), 'model')
  await mkdir(model)
  await writeFile(join(outside, 'secret.onnx'), yoloDetector({ side: 64 }))
  await writeFile(join(model, 'real.bin'), yoloDetector({ side: 64 }))
  await symlink(join(outside, 'secret.onnx'), join(model, 'secret.onnx'))
  await symlink(outside, join(model, 'elsewhere'))
  await symlink(join(model, 'real.bin'), join(model, 'inside.onnx'))

  const found = await store.recognise(valueOf(await store.linkDraft(model)), {})

  expect(valueOf(found).files).toEqual({ model: 'inside.onnx' })
  expect(valueOf(found).unused).toEqual(['real.bin'])
})

test('a single file of this machine is read where it lies, with the data beside it', async () => {
  const { store } = await testModelStation()
  const place = await folder()
  await writeFile(join(place, 'm.onnx'), yoloDetector({ side: 64 }))
  await writeFile(join(place, 'other.onnx'), 'something else')

  const found = await store.recognise(valueOf(await store.linkDraft(join(place, 'm.onnx'))), {})

  expect(valueOf(found)).toMatchObject({ name: 'm', files: { model: 'm.onnx' }, unused: [] })
})

test.each(['relative/path', '/does/not/exist'])('the path %s is refused', async (path) => {
  const { store } = await testModelStation()

  expect(inWords(await store.linkDraft(path))).toMatchObject({ ok: false, error: { reason: 'model-draft-not-found' } })
})

test('a USB stick that was pulled out ends the installation with a plain reason', async () => {
  const { store, workspace, taskEnd } = await testModelStation()
  const stick = await folder()
  await writeFile(join(stick, 'm.onnx'), yoloDetector({ side: 64 }))
  const draft = valueOf(await store.linkDraft(stick))
  const installing = store.install(workspace, draft, { id: 'toys/1' })
  await rm(stick, { recursive: true })

  const started = await installing

  const reason = started.ok ? (await taskEnd(started.value)).error?.english : sentenceOf(started.error)
  expect(reason).toMatch(/no longer available|missing|contains no/)
})

test('a folder that is gone holds no files', async () => {
  const stick = await folder()
  await rm(stick, { recursive: true })

  expect(await filesBelow(stick)).toEqual({ ok: true, value: [] })
})

test('what was dropped and never installed is gone with the next start', async () => {
  const first = await testModelStation()
  const draft = await first.drop({ 'm.onnx': yoloDetector({ side: 64 }) })

  await first.store.tidy()

  expect(inWords(await first.store.recognise(draft, {}))).toMatchObject({
    ok: false,
    error: { reason: 'model-draft-not-found' },
  })
})

test('a zipped package is unpacked and taken as what is in it, whatever else it tries', async () => {
  const { drop, store } = await testModelStation()
  const entries = [
    { path: 'pkg/weights.onnx', content: Buffer.from(yoloDetector({ side: 64 })) },
    { path: 'pkg/class_names.txt', content: 'cup\nplate\n' },
    { path: '../../escaped.txt', content: 'out' },
    { path: 'pkg/link.onnx', content: '/etc/passwd', mode: 0o120777 },
  ]
  const draft = await drop({ 'cups.zip': makeZip(entries) })

  const found = valueOf(await store.recognise(draft, {}))

  expect(found).toMatchObject({ name: 'cups', classNames: ['cup', 'plate'], questions: [] })
  expect(found.files).toEqual({ model: 'pkg/weights.onnx' })
  expect(found.unused).toEqual(['pkg/class_names.txt'])
})

test('a damaged archive is refused by its name', async () => {
  const { drop, store } = await testModelStation()
  const entries = [{ path: 'm.onnx', content: Buffer.from(yoloDetector({ side: 64 })), statedCrc: 7 }]

  const found = await store.recognise(await drop({ 'cups.zip': makeZip(entries) }), {})

  expect(inWords(found)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/cups\.zip cannot be unpacked/) },
  })
})

test('two files of one name in an archive are refused without a path of this machine', async () => {
  const { drop, store } = await testModelStation()
  const entry = { path: 'm.onnx', content: Buffer.from(yoloDetector({ side: 64 })) }

  const found = await store.recognise(await drop({ 'cups.zip': makeZip([entry, entry]) }), {})

  const sentence = 'cups.zip cannot be unpacked: m.onnx conflicts with another file of the archive.'
  expect(inWords(found)).toMatchObject({ ok: false, error: { message: expect.stringContaining(sentence) } })
})

test('what is no archive is refused by its name', async () => {
  const { drop, store } = await testModelStation()

  const found = await store.recognise(await drop({ 'cups.zip': Buffer.from('hello') }), {})

  expect(inWords(found)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/^cups\.zip is not a ZIP file/) },
  })
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tessera-drop-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
