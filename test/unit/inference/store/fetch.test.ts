import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trialRuntime } from '#inference/store/trial'
import { inWords } from '../../../kit/in-words.ts'
import { sharedRuntime } from '../../../kit/model-host.ts'
import { cutAfter, entryFor, etagOf, type Mischief, modelMirror, sha256Of } from '../../../kit/model-mirror.ts'
import { testModelStation, valueOf } from '../../../kit/test-model-station.ts'
import { yoloDetector } from '../../../kit/toy-models/detector.ts'

const MODEL = yoloDetector({ side: 64 })
const OTHER = yoloDetector({ side: 64, names: ['rot', 'blau'] })

test('a model of the catalogue is fetched, checked and installed', async () => {
  const { task, mirror, station } = await fetched([])

  expect(task).toMatchObject({ status: 'completed', result: { model: 'toys/1', unverified: [] } })
  expect(mirror.asked).toEqual(['/toys/m.onnx'])
  const [row] = await station.store.installed()
  expect(row).toMatchObject({ origin: 'verified', bytes: MODEL.length })
  expect(row?.manifest).toMatchObject({ licence: { name: 'MIT' }, source: 'https://models.invalid/toys' })
  expect(await readdir(join(station.folder, 'models', '.staging'))).toEqual([])
})

test('a host that breaks off twice is asked for the rest both times', async () => {
  const { task, mirror } = await fetched([cutAfter(1000), cutAfter(500)])

  expect(task).toMatchObject({ status: 'completed' })
  expect(mirror.asked).toEqual(['/toys/m.onnx', '/toys/m.onnx bytes=1000-', '/toys/m.onnx bytes=1500-'])
})

test('a host that knows no ranges sends the file from its start again', async () => {
  const whole: Mischief = (_request, response, { bytes, etag }) =>
    void response.writeHead(200, { 'content-length': bytes.length, etag }).end(bytes)
  const { task } = await fetched([cutAfter(1000), whole])

  expect(task).toMatchObject({ status: 'completed' })
})

test('a file that changed meanwhile is not put together of two', async () => {
  const { task, mirror, station } = await fetched([cutAfter(1000)], { sha256: undefined, bytes: undefined }, (host) => {
    host.files.set('/toys/m.onnx', { bytes: OTHER, etag: etagOf(OTHER) })
  })

  expect(mirror.asked).toEqual(['/toys/m.onnx', '/toys/m.onnx bytes=1000-'])
  expect(task).toMatchObject({ status: 'completed', result: { unverified: ['m.onnx'] } })
  const [row] = await station.store.installed()
  expect(row?.manifest.files['model']?.sha256).toBe(sha256Of(OTHER))
})

test('a part that is not the one asked for is thrown away', async () => {
  const wrong: Mischief = (_request, response, { bytes, etag }) => {
    response.writeHead(206, { 'content-range': `bytes 0-99/${bytes.length}`, 'content-length': 100, etag })
    response.end(bytes.subarray(0, 100))
  }
  const { task } = await fetched([cutAfter(1000), wrong])

  expect(task).toMatchObject({ status: 'completed' })
})

test('a host that goes on breaking off ends the task with what to do, and keeps what has come', async () => {
  const { task, station } = await fetched([cutAfter(1000), cutAll, cutAll, cutAll, cutAll])

  expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringMatching(/broke off/) } })
  expect(await station.store.fetchable()).toMatchObject([{ arrivedBytes: 1000, isInstalled: false }])
  const again = valueOf(await station.store.fetch(station.workspace, 'toys/1', false))
  expect(await station.taskEnd(again)).toMatchObject({ status: 'completed' })
})

test('a download that is cancelled keeps what has come until it is let go', async () => {
  const mirror = await modelMirror({ 'toys/m.onnx': MODEL })
  const station = await testModelStation({ catalogue: [entryFor(MODEL)], mirror: mirror.url })
  const arrived = async () => (await station.store.fetchable())[0]?.arrivedBytes
  mirror.mischief = [(_request, response, { bytes }) => void response.writeHead(200).write(bytes.subarray(0, 2000))]
  const taskId = valueOf(await station.store.fetch(station.workspace, 'toys/1', false))
  await expect.poll(arrived).toBe(2000)

  const twice = await station.store.fetch(station.workspace, 'toys/1', false)
  station.cancel(taskId)

  expect(inWords(twice)).toMatchObject({ ok: false, error: { message: 'Toy detector is already being downloaded' } })
  expect(await station.taskEnd(taskId)).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
  expect(await arrived()).toBe(2000)
  expect(await station.store.forgetDownload('toys/1')).toMatchObject({ ok: true })
  expect(await arrived()).toBe(0)
})

test.each<readonly [string, readonly Mischief[], RegExp]>([
  ['404', [answers(404)], /no longer has m\.onnx \(HTTP 404\)\. Try a mirror/],
  ['403', [answers(403)], /requires sign-in for/],
  [
    'another length',
    [(_q, response) => void response.writeHead(200, { 'content-length': 5 }).end('hello')],
    /a different file/,
  ],
  ['bytes without end', [endless], /more than the \d+ bytes/],
  ['a redirect into the own network', [redirect('http://10.0.0.1/m.onnx')], /must begin with https/],
  ['a redirect to a private address', [redirect('https://192.168.1.1/m.onnx')], /not on the open internet/],
  ['redirects in a circle', Array.from({ length: 7 }, () => redirect('/toys/m.onnx')), /redirected more than/],
])('a host that answers with %s is told in plain words', async (_what, mischief, reason) => {
  const { task, station } = await fetched(mischief)

  expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringMatching(reason) } })
  expect(await station.shelf.list()).toEqual([])
})

test('a host that sends nothing is given up after a while', async () => {
  const { task } = await fetched([silent, silent, silent, silent])

  expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringMatching(/no answer in time/) } })
})

test('a file with another SHA-256 than the catalogue states is let go', async () => {
  const { task, station } = await fetched([], { sha256: 'a'.repeat(64) })

  expect(task).toMatchObject({
    status: 'failed',
    error: { english: expect.stringMatching(/not the file of the catalog/) },
  })
  expect(await station.shelf.list()).toEqual([])
  expect(await station.store.fetchable()).toMatchObject([{ arrivedBytes: 0 }])
})

test('without a mirror nothing is fetched but over HTTPS from the open internet', async () => {
  const entry = entryFor(MODEL, { base: 'https://127.0.0.1/' })
  const station = await testModelStation({ catalogue: [entry] })

  const task = await station.taskEnd(valueOf(await station.store.fetch(station.workspace, 'toys/1', false)))

  expect(task).toMatchObject({
    status: 'failed',
    error: { english: expect.stringMatching(/not on the open internet/) },
  })
})

test('a model whose licence must be accepted is fetched only then, and remembers when', async () => {
  const mirror = await modelMirror({ 'toys/m.onnx': MODEL })
  const licence = { name: 'SAM License', url: 'https://models.invalid/licence', mustBeAccepted: true }
  const station = await testModelStation({ catalogue: [entryFor(MODEL, { licence })], mirror: mirror.url })

  const refused = await station.store.fetch(station.workspace, 'toys/1', false)
  const task = await station.taskEnd(valueOf(await station.store.fetch(station.workspace, 'toys/1', true)))

  expect(inWords(refused)).toMatchObject({ ok: false, error: { reason: 'model-licence-unaccepted' } })
  expect(task).toMatchObject({ status: 'completed' })
  const model = await station.shelf.find('toys/1')
  expect(model?.manifest.licence).toMatchObject({ name: 'SAM License', acceptedAt: expect.any(String) })
})

test('a model is installed from a folder that mirrors the catalogue', async () => {
  const station = await testModelStation({ catalogue: [entryFor(MODEL)] })
  const stick = join(station.folder, 'stick')
  await mkdir(join(stick, 'toys'), { recursive: true })
  await writeFile(join(stick, 'toys', 'm.onnx'), MODEL)

  const started = await station.store.installFromMirror(station.workspace, {
    id: 'toys/1',
    path: stick,
    acceptsLicence: false,
  })

  expect(await station.taskEnd(valueOf(started))).toMatchObject({ status: 'completed' })
  expect(await station.store.installed()).toMatchObject([{ origin: 'verified' }])
})

test.each([
  ['https://nas/models', 'https://nas/models/'],
  ['HTTP://10.0.0.5:8080', 'http://10.0.0.5:8080/'],
  ['ftp://nas/', null],
  ['https://user:key@nas/', null],
  ['nas/models', null],
])('the mirror %s is kept as %s', async (address, kept) => {
  const { store } = await testModelStation()

  const set = await store.setMirror(address)

  expect(set.ok).toBe(kept !== null)
  expect(await store.mirror()).toBe(kept)
})

type Told = Partial<Record<'sha256' | 'bytes', string | number | undefined>>

/** Fetches the toy from a mirror that meets the requests so, with these facts in the catalogue. */
async function fetched(mischief: readonly Mischief[], told: Told = {}, afterwards?: (mirror: Host) => void) {
  const mirror = await modelMirror({ 'toys/m.onnx': MODEL })
  mirror.mischief = mischief.map((act, place): Mischief => {
    if (place < mischief.length - 1 || afterwards === undefined) return act
    return (...request) => {
      act(...request)
      afterwards(mirror)
    }
  })
  const file = { path: 'm.onnx', url: 'toys/m.onnx', bytes: MODEL.length, sha256: sha256Of(MODEL), ...told }
  const known = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined))
  const entry = { ...entryFor(MODEL), files: [known] }
  const catalogue = [entryFor(MODEL, JSON.parse(JSON.stringify({ files: entry.files })))]
  const station = await testModelStation({ catalogue, mirror: mirror.url, downloading: { idleMs: 300 }, trial })
  const task = await station.taskEnd(valueOf(await station.store.fetch(station.workspace, 'toys/1', false)))
  return { task, mirror, station }
}

/** Downloads are tried in the runtime that other tests share: the tests of installing cover how a trial ends. */
const trial = trialRuntime(() => ({ ...sharedRuntime(), close: async () => undefined }))

type Host = Awaited<ReturnType<typeof modelMirror>>

function answers(status: number): Mischief {
  return (_request, response) => void response.writeHead(status).end()
}

function redirect(location: string): Mischief {
  return (_request, response) => void response.writeHead(302, { location }).end()
}

function cutAll(_request: unknown, response: Parameters<Mischief>[1]): void {
  response.destroy()
}

function silent(): void {}

/** Without a length, more than the file has. */
function endless(_request: unknown, response: Parameters<Mischief>[1]): void {
  response.writeHead(200)
  const more = () => {
    if (!response.destroyed) response.write(Buffer.alloc(64 * 1024), more)
  }
  more()
}
