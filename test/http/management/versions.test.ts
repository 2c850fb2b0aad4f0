import { unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import { newProject, newVersion, storedPath, upload, uploadLabelled } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Started = z.object({ version: z.number(), taskId: z.string(), url: z.string() })
const Exported = z.object({ export: z.object({ link: z.string() }) })

async function labelledProject(images = 2) {
  const project = await newProject(station)
  for (let i = 0; i < images; i += 1) await uploadLabelled(station, project)
  return project
}

test('a version of a project that goes into the trash meanwhile is refused, and leaves no task that waits', async () => {
  const slug = await labelledProject()
  const { services, workspace } = station
  const project = await services.projects.find(workspace, slug)
  if (!project.ok) throw new Error(sentenceOf(project.error))
  await station.management.request('DELETE', `/acme/${slug}`)

  const settings = { preprocessing: {}, augmentation: {} }
  const wish = { name: 'Late', settings, seed: '00112233445566778899aabbccddeeff' }
  const started = await services.versions.start(project.value, wish)

  expect(inWords(started)).toMatchObject({ ok: false, error: { reason: 'project-not-found' } })
  const late = async () => (await station.tasks.list(workspace)).find(({ title }) => title.english === 'Generate Late')
  await expect.poll(async () => (await late())?.status).toBe('failed')
  expect(await late()).toMatchObject({ error: { code: 'task-cancelled' } })
})

test('a version is answered 200 and listed at once, and is ready when its task has ended', async () => {
  const project = await labelledProject()
  const json = { versionName: 'First', preprocessing: {}, augmentation: {} }

  const answer = await station.management.post(`/acme/${project}/generate`, { json })
  const listed = await station.management.get(`/acme/${project}`)
  const { version, taskId } = Started.parse(answer.body)
  await station.taskEnd(taskId)
  const ready = await station.management.get(`/acme/${project}/${version}?nocache=true`)

  expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String), version: 1 } })
  expect(listed.body).toMatchObject({ versions: [{ id: `acme/${project}/1`, generating: true }] })
  expect(ready).toMatchObject({
    status: 200,
    body: {
      workspace: { url: 'acme' },
      project: { id: `acme/${project}`, versions: 1 },
      version: { name: 'First', images: 2, splits: { train: 2 }, generating: false, progress: 1, exports: [] },
    },
  })
})

test('the settings are told back by step, with what was left to the defaults', async () => {
  const project = await labelledProject(1)
  const seed = '00112233445566778899aabbccddeeff'
  const resize = { width: '32', height: 24, format: 'Stretch to' }
  const augmentation = { flip: { horizontal: true }, rotate: { degrees: 5 }, image: { versions: 2 } }

  await newVersion(station, project, { preprocessing: { 'auto-orient': true, resize }, augmentation, seed })
  const answer = await station.management.get(`/acme/${project}/1`)

  expect(answer.body).toMatchObject({
    version: {
      images: 2,
      seed,
      preprocessing: { 'auto-orient': { enabled: true }, resize: { enabled: true, width: 32, height: 24 } },
      augmentation: {
        flip: { enabled: true, horizontal: true, vertical: false },
        rotate: { enabled: true, degrees: 5 },
        image: { enabled: true, versions: 2 },
      },
    },
  })
})

test('a finished version tells a sum of its contents, the same for the same images, recipe and seed', async () => {
  const project = await labelledProject()
  const settings = { augmentation: { rotate: { degrees: 20 } }, seed: 'ab'.repeat(16) }
  const manifestOf = async (wish: object) => {
    const number = await newVersion(station, project, wish)
    const answer = await station.management.get(`/acme/${project}/${number}`)
    return z.object({ version: z.object({ manifest: z.hash('sha256') }) }).parse(answer.body).version.manifest
  }

  const first = await manifestOf(settings)

  expect(await manifestOf(settings)).toBe(first)
  expect(await manifestOf({ ...settings, seed: 'cd'.repeat(16) })).not.toBe(first)
})

test('both sections of the settings may be left out', async () => {
  const project = await labelledProject(1)

  expect(await station.management.post(`/acme/${project}/generate`, { json: {} })).toMatchObject({ status: 200 })
})

test.each([
  [{ preprocesing: {} }, 'preprocesing is not a known setting'],
  [{ preprocessing: { sharpen: true } }, 'preprocessing.sharpen is not a known setting'],
  [{ augmentation: { rotate: { degrees: 90 } } }, 'augmentation.rotate.degrees must be at most 45'],
  [{ augmentation: { flip: { sideways: true } } }, 'augmentation.flip.sideways is not a known setting'],
  [{ preprocessing: { resize: { width: 32, height: 32, format: 'Squash' } } }, 'preprocessing.resize.format'],
  [{ preprocessing: 'none' }, 'preprocessing must be an object'],
  [{ augmentation: { image: { versions: 51 }, flip: {} } }, 'augmentation.image.versions is 51; at most 50'],
  [{ versionName: 'x'.repeat(121) }, 'versionName must have at most 120 characters'],
  [{ seed: 'tomorrow' }, 'seed must be 32 lower-case hexadecimal digits'],
  [[], 'The body must be a JSON object'],
])('settings %j are refused by the name of what is wrong', async (json, sentence) => {
  const project = await labelledProject(1)

  const answer = await station.management.post(`/acme/${project}/generate`, { json })

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({ versions: [] })
})

test('a project without labels gives no version', async () => {
  const project = await newProject(station)
  await upload(station, project)

  const answer = await station.management.post(`/acme/${project}/generate`, { json: {} })

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('No image is labelled') } })
})

test('a version stays as it was frozen when its project changes', async () => {
  const project = await labelledProject(1)
  await newVersion(station, project)
  const before = await station.management.get(`/acme/${project}/1`)

  await uploadLabelled(station, project)
  const after = await station.management.get(`/acme/${project}/1`)

  expect(Reflect.get(Object(after.body), 'version')).toEqual(Reflect.get(Object(before.body), 'version'))
})

test.each(['7', '0', 'first', '1e3', '-1'])('a version called %s is answered 404', async (version) => {
  const project = await newProject(station)

  const answer = await station.management.get(`/acme/${project}/${version}`)

  expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } })
})

/** Asks for an export as clients do, until it is there. */
async function exported(project: string, format: string) {
  const first = await station.management.get(`/acme/${project}/1/${format}?nocache=true`)
  for (const { kind, taskId } of await station.services.tasks.list(station.workspace)) {
    if (kind === 'export') await station.taskEnd(taskId)
  }
  return { first, ready: await station.management.get(`/acme/${project}/1/${format}?nocache=true`) }
}

test('an export works in the background and stays ready from then on', async () => {
  const project = await labelledProject()
  await newVersion(station, project)

  const { first, ready } = await exported(project, 'coco')
  const again = await station.management.get(`/acme/${project}/1/coco`)

  expect(first).toMatchObject({ status: 202, body: { progress: 0 } })
  expect(ready).toMatchObject({
    status: 200,
    body: {
      progress: 1,
      workspace: { url: 'acme' },
      project: { id: `acme/${project}` },
      version: { id: `acme/${project}/1`, exports: ['coco'] },
      export: {
        format: 'coco',
        link: expect.stringMatching(/^http:\/\/localhost:80\/.+\?key=[0-9a-f]{48}\.[0-9a-z.]+$/),
      },
    },
  })
  expect(again.body).toEqual(ready.body)
})

test('the link gives the archive with its length and name, whole or in part, to whoever has it', async () => {
  const project = await labelledProject()
  await newVersion(station, project)
  const { ready } = await exported(project, 'yolov8')
  const { link } = Exported.parse(ready.body).export

  const whole = await station.management.get(link, { key: null })
  const part = await station.management.get(link, { key: null, headers: { range: 'bytes=0-3' } })

  expect(whole).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-length': String(whole.bytes.length),
      'content-disposition': expect.stringContaining(`filename="${project}.v1.yolov8.zip"`),
    },
  })
  expect(whole.headers).not.toHaveProperty('transfer-encoding')
  expect(part).toMatchObject({ status: 206, headers: { 'content-length': '4' } })
  expect(part.bytes).toEqual(Buffer.from('PK\u0003\u0004'))
})

test('a link without its key leads nowhere', async () => {
  const project = await labelledProject(1)
  await newVersion(station, project)
  const { ready } = await exported(project, 'coco')
  const [path = ''] = Exported.parse(ready.body).export.link.split('?')

  const answers = [await station.management.get(path), await station.management.get(`${path}?key=0000`)]

  expect(answers).toMatchObject([{ status: 404 }, { status: 404 }])
})

test('an unknown format is refused with the known ones', async () => {
  const project = await labelledProject(1)
  await newVersion(station, project)

  const answer = await station.management.get(`/acme/${project}/1/gulls`)

  const sentence = expect.stringMatching(/"gulls" is not an export format .* coco, coco-segmentation, yolov8,/)
  expect(answer).toMatchObject({ status: 400, body: { error: sentence } })
})

test('a version that is still generating is exported when it is ready', async () => {
  const project = await labelledProject()
  const started = await station.management.post(`/acme/${project}/generate`, { json: {} })

  const early = await station.management.get(`/acme/${project}/1/coco`)
  await station.taskEnd(Started.parse(started.body).taskId)
  const { ready } = await exported(project, 'coco')

  expect(early).toMatchObject({ status: 202, body: { progress: 0 } })
  expect(ready.status).toBe(200)
})

test('a generation that fails leaves no version behind, and its task says why', async () => {
  const project = await newProject(station)
  await unlink(await storedPath(station, await uploadLabelled(station, project, { name: 'lost.png' })))

  const started = await station.management.post(`/acme/${project}/generate`, { json: {} })
  const { taskId, url } = Started.parse(started.body)
  await station.taskEnd(taskId)

  expect((await station.management.get(url)).body).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('lost.png'),
  })
  expect((await station.management.get(`/acme/${project}/1`)).status).toBe(404)
})

test('an export that fails says so once, and is tried again when it is asked for again', async () => {
  const project = await newProject(station)
  const source = await storedPath(station, await uploadLabelled(station, project))
  await newVersion(station, project)
  const found = await station.services.projects.find(station.workspace, project)
  const version = found.ok ? await station.services.versions.find(found.value, 1) : found
  const [image = ''] = version.ok ? await station.services.versions.covers(version.value) : []
  await unlink(join(dirname(dirname(source)), image.slice(0, 2), image))

  const { first, ready: failed } = await exported(project, 'coco')
  const again = await station.management.get(`/acme/${project}/1/coco`)

  expect(first.status).toBe(202)
  expect(failed).toMatchObject({ status: 503, body: { error: expect.stringContaining('The export to coco failed') } })
  expect(again.status).toBe(202)
})
