import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { saidByNames } from '#common/annotation/named/values'
import { brand } from '#common/border'
import type { ProjectType } from '#common/contract/projects'
import { maskOfRings } from '#common/geometry/mask-forms'
import { ImageId } from '#common/ids'
import type { Split } from '#common/split'
import { noteHub } from '#compose/note-hub'
import { openRemote } from '#compose/places/remote'
import { sessionSecrets } from '#compose/secrets/session'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { embeddedManagement } from '#core/management/embedded/management'
import type { Project } from '#core/projects/ports'
import { somePicture } from '../kit/pictures.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const closing: (() => Promise<unknown> | void)[] = []
const clock = { now: () => new Date() }

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function opened(...options: Parameters<typeof testStation>): Promise<TestStation> {
  const station = await testStation(...options)
  closing.push(() => station.close())
  return station
}

/** A library, and another one that listens on this machine and that the first sends to. */
async function twoStations() {
  const there = await opened()
  const url = await there.listen()
  return { there, url, here: await opened({ remote: { url, key: there.key } }) }
}

async function projectIn(station: TestStation, type: ProjectType = 'instance-segmentation'): Promise<Project> {
  const wanted = { name: 'Night Boats', type, annotationGroup: 'boats', license: 'MIT' }
  return valueOf(await station.services.projects.create(station.workspace, wanted))
}

interface Wanted {
  readonly split?: Split
  readonly batch?: string
}

async function add({ services }: TestStation, project: Project, { split = 'train', batch = 'Quay' }: Wanted = {}) {
  const picture = await somePicture()
  const particulars = { path: `${split}-${batch}.png`, split, batch: () => services.images.batch(project, batch) }
  const about = () => ({ ok: true as const, value: particulars })
  return valueOf(await services.images.addStreamed(project, { bytes: once(picture), about })).id
}

const RINGS = [
  [2, 2, 40.5, 2, 40.5, 30.25, 2, 30.25],
  [10, 10, 10, 20, 20, 20, 20, 10],
]
const BOAT = { className: 'boat', kind: 'box' as const, box: { x0: 1.5, y0: 2, x1: 30.25, y1: 47.5 } }
const WAVE = { className: 'wave', kind: 'polygon' as const, rings: RINGS }

/** Kinds that COCO has no word for. */
const OTHERS: readonly ReadAnnotation[] = [
  { className: 'boat', kind: 'rotated-box', box: { center: { x: 30, y: 20 }, width: 24, height: 8, angle: -30 } },
  { className: 'rope', kind: 'polyline', points: [1, 2, 30.5, 20, 60, 47] },
  { className: 'buoy', kind: 'point', at: { x: 12.25, y: 40 } },
  { className: 'wave', kind: 'mask', tiles: maskOfRings(RINGS, { width: 64, height: 48 }) },
]

async function label(
  { services }: TestStation,
  project: Project,
  image: ImageId,
  objects: readonly ReadAnnotation[] = [BOAT, WAVE],
) {
  const by = { kind: 'program', name: '' } as const
  valueOf(await services.annotations.replace(project, image, { objects, overwrite: true, by }))
}

/** A project with a labelled, a null and an untouched picture. */
async function labelledProject(station: TestStation) {
  const project = await projectIn(station)
  const labelled = await add(station, project, { split: 'valid' })
  await label(station, project, labelled)
  const facts = { addTags: ['night', 'low tide'], metadata: { lane: 4, cam: 'c1', wet: true } }
  valueOf(await station.services.tagging.edit(station.workspace, labelled, facts))
  const empty = await add(station, project, { split: 'test', batch: 'Pier' })
  await label(station, project, empty, [])
  const untouched = await add(station, project)
  return { project, labelled, empty, untouched }
}

async function send(station: TestStation, project: Project) {
  return station.taskEnd(valueOf(await station.sends.start(project)))
}

/** What a label says itself. */
function bare(object: ReadAnnotation) {
  const { own: _, ...label } = object
  return label
}

/** What a project holds, without what is each library's own: identifiers and times. */
async function contents({ services, workspace }: TestStation, slug: string) {
  const openFile = (path: string) => createReadStream(path)
  const management = embeddedManagement({ ...services, openFile }, workspace)
  const project = valueOf(await services.projects.find(workspace, slug))
  const pictures = []
  for (const id of await services.images.ids(project, {}, 'name')) {
    const { name, split, annotation, tags, metadata } = valueOf(await management.image(slug, id))
    const { batch, bytes } = valueOf(await services.images.details(project, id))
    pictures.push({ name, split, annotation, tags, metadata, batch: batch.name, bytes })
  }
  const { type, annotationGroup, license } = project
  return { name: project.name, type, annotationGroup, license, pictures }
}

test('a sent project has the same pictures, splits, batches, labels and tags at the other machine', async () => {
  const { here, there } = await twoStations()
  const { project } = await labelledProject(here)

  const task = await send(here, project)

  expect(await contents(there, 'night-boats')).toEqual(await contents(here, project.slug))
  expect(task).toMatchObject({
    kind: 'send',
    title: expect.stringMatching(/^Send Night Boats to 127\.0\.0\.1:\d+$/),
    status: 'completed',
    progress: { current: 3, total: 3 },
    result: {
      project: 'night-boats',
      pictures: { sent: 3, there: 0 },
      labelled: { sent: 2, there: 0 },
      inOtherSplit: 0,
    },
  })
})

test('labels of every kind are the same at the other machine, which knows them when they are sent again', async () => {
  const { here, there } = await twoStations()
  const project = await projectIn(here)
  await label(here, project, await add(here, project), [BOAT, ...OTHERS])

  await send(here, project)
  const again = await send(here, project)

  const [{ annotation = [] } = {}] = (await contents(there, 'night-boats')).pictures
  expect(annotation.map(({ kind }) => kind)).toEqual(['box', 'rotated-box', 'polyline', 'point', 'mask'])
  expect(annotation.map(bare)).toMatchObject({ 2: OTHERS[1], 4: OTHERS[3] })
  expect(again).toMatchObject({ status: 'completed', result: { labelled: { sent: 0, there: 1 } } })
})

test('what labels say by attributes goes over with them, and which of them belong together', async () => {
  const { here, there } = await twoStations()
  const project = await projectIn(here)
  const image = await add(here, project)
  const said = { lit: true, crew: 3, flag: 'red' }
  await label(here, project, image, [
    { ...BOAT, said, group: 'a' },
    { ...WAVE, group: 'a' },
  ])

  await send(here, project)

  const sentTo = valueOf(await there.services.projects.find(there.workspace, 'night-boats'))
  const [boat] = await there.services.projects.classes(sentTo)
  const [found] = (await there.services.images.page(sentTo, { filter: {}, sort: 'name', offset: 0, limit: 1 })).rows
  const opened = valueOf(await there.services.annotations.open(sentTo, ImageId.parse(found?.id)))
  expect(saidByNames(boat?.attributes ?? [], opened.shapes[0]?.attributes)).toEqual(said)
  const groups = opened.shapes.map(({ group }) => group)
  expect(groups).toEqual([expect.any(String), groups[0]])
})

test('a project that is sent again finds everything there', async () => {
  const { here, there } = await twoStations()
  const { project } = await labelledProject(here)
  await send(here, project)
  const before = await contents(there, 'night-boats')

  const { result } = await send(here, project)

  expect(result).toMatchObject({ pictures: { sent: 0, there: 3 }, labelled: { sent: 0, there: 2 } })
  expect(await contents(there, 'night-boats')).toEqual(before)
})

test('only what has changed here goes over the second time', async () => {
  const { here, there } = await twoStations()
  const { project, labelled, untouched } = await labelledProject(here)
  await send(here, project)
  await label(here, project, labelled, [BOAT])
  await add(here, project, { batch: 'Late' })
  await here.services.images.setSplit(project, [untouched], 'valid')

  const { result } = await send(here, project)

  const { pictures } = await contents(there, 'night-boats')
  expect(result).toMatchObject({
    pictures: { sent: 1, there: 3 },
    labelled: { sent: 1, there: 1 },
    inOtherSplit: 1,
  })
  expect(pictures.map(({ annotation }) => annotation?.map(bare))).toContainEqual([BOAT])
})

test('labels that were made only at the other machine stay there', async () => {
  const { here, there } = await twoStations()
  const project = await projectIn(here)
  await add(here, project)
  await send(here, project)
  const copy = valueOf(await there.services.projects.find(there.workspace, 'night-boats'))
  const [picture = brand<ImageId>('')] = await there.services.images.ids(copy, {}, 'added')
  await label(there, copy, picture)

  await send(here, project)

  const { pictures } = await contents(there, project.slug)
  expect(pictures.map(({ annotation }) => annotation?.map(bare))).toEqual([[BOAT, WAVE]])
})

test('a picture whose file is lost is named when all others have gone over', async () => {
  const { here, there } = await twoStations()
  const { project, labelled } = await labelledProject(here)
  const { services } = here
  const lost = await services.files.picture(valueOf(await services.images.find(project, labelled)), 'original')
  await rm(lost.path)

  const task = await send(here, project)

  const { pictures } = await contents(there, 'night-boats')
  const error = expect.stringMatching(
    /^1 of 3 pictures were not sent\. valid-Quay\.png: Its file cannot be read: ENOENT/,
  )
  expect(task).toMatchObject({ status: 'failed', error })
  expect(pictures.map(({ name }) => name)).toEqual(['test-Pier.png', 'train-Quay.png'])
})

test('a project of another type under the same name is left alone', async () => {
  const { here, there, url } = await twoStations()
  const { project } = await labelledProject(here)
  await projectIn(there, 'object-detection')

  const task = await send(here, project)

  const { host } = new URL(url)
  const error = `Night Boats at ${host} is for object detection, and Night Boats here is for instance segmentation`
  expect(task).toMatchObject({ status: 'failed', error })
  expect((await contents(there, 'night-boats')).pictures).toEqual([])
})

test('a send that was cancelled ends at once, and the next one brings the rest over', async () => {
  const there = await opened()
  const gate = await gateTo(await there.listen())
  const here = await opened({ remote: { url: gate.url, key: there.key } })
  const { project } = await labelledProject(here)
  const taskId = valueOf(await here.sends.start(project))
  await gate.uploadHeld

  await here.services.tasks.cancel(here.workspace, taskId)
  const cancelled = await here.taskEnd(taskId)
  gate.open()
  const next = await send(here, project)

  expect(cancelled).toMatchObject({ status: 'failed', error: 'Cancelled' })
  expect(next).toMatchObject({ status: 'completed' })
  expect(await contents(there, 'night-boats')).toEqual(await contents(here, project.slug))
})

test('a project that is on its way is not sent twice at the same time', async () => {
  const there = await opened()
  const gate = await gateTo(await there.listen())
  const here = await opened({ remote: { url: gate.url, key: there.key } })
  const { project } = await labelledProject(here)

  const first = valueOf(await here.sends.start(project))
  const second = valueOf(await here.sends.start(project))
  gate.open()
  await here.taskEnd(first)

  expect(second).toBe(first)
})

test('a wrong key ends the send with what the other machine says', async () => {
  const url = await (await opened()).listen()
  const here = await opened({ remote: { url, key: 'tk_wrong' } })

  const task = await send(here, await projectIn(here))

  const error = `${new URL(url).host} refuses: This API key is not known here`
  expect(task).toMatchObject({ status: 'failed', error })
})

test('a host that does not answer is named', async () => {
  const here = await opened({ remote: { url: 'http://127.0.0.1:1', key: 'tk_test' } })

  const task = await send(here, await projectIn(here))

  expect(task).toMatchObject({ status: 'failed', error: expect.stringMatching(/^127\.0\.0\.1:1 cannot be reached: /) })
})

test('nothing is sent when no other machine is set', async () => {
  const here = await opened()

  const started = await here.sends.start(await projectIn(here))

  expect(started).toMatchObject({ ok: false, error: { code: 'remote-unreachable' } })
})

test('pages are told the workspace of the other machine as soon as it has answered', async () => {
  const there = await opened()
  const url = await there.listen()
  const notes = noteHub()
  const stop = new AbortController()
  const told = notes.subscribe(stop.signal).next()
  const secrets = sessionSecrets('In memory')
  const remote = await openRemote({ remote: { url, key: there.key }, secrets, clock, notes })

  const first = remote?.state()
  await told
  stop.abort()

  expect(first).toEqual({ url, workspace: '', reachable: false })
  expect(remote?.state()).toEqual({ url, workspace: 'acme', reachable: true })
})

test('the key is needed once, and is not given to another address', async () => {
  const secrets = sessionSecrets('In memory')
  const open = (url: string, key?: string) => openRemote({ remote: { url, key }, secrets, clock, notes: noteHub() })
  await open('http://nas:9000', 'tk_1')

  const again = await open('http://nas:9000')

  expect(again?.host).toBe('nas:9000')
  await expect(open('http://elsewhere:9000')).rejects.toThrow('No key for http://elsewhere:9000 is kept')
})

/** A line to the other machine on which uploads wait until it is opened. */
async function gateTo(url: string) {
  const { port, hostname } = new URL(url)
  const held = Promise.withResolvers<void>()
  let isOpen = false
  const waiting: (() => void)[] = []
  const gate = createServer((near) => {
    const far = connect(Number(port), hostname)
    const end = () => void (near.destroy(), far.destroy())
    for (const line of [near, far]) line.on('error', end).on('close', end)
    far.pipe(near)
    near.on('data', (chunk) => {
      if (isOpen || !/^POST \/dataset/m.test(String(chunk))) return void far.write(chunk)
      near.pause()
      waiting.push(() => void (far.write(chunk), near.resume()))
      held.resolve()
    })
  })
  await new Promise<void>((listening) => void gate.listen(0, '127.0.0.1', listening))
  closing.push(() => void gate.close())
  const address = gate.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    uploadHeld: held.promise,
    open() {
      isOpen = true
      for (const go of waiting.splice(0)) go()
    },
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function valueOf<Value>(outcome: { ok: true; value: Value } | { ok: false; error: { message: string } }): Value {
  if (outcome.ok) return outcome.value
  throw new Error(outcome.error.message)
}
