import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoxShape } from '#common/annotation/shape'
import { Ability, type LibraryNote } from '#common/contract/session'
import { imageUrl } from '#common/contract/urls'
import { type ClassId, ProjectSlug, ShapeId, type TaskId } from '#common/ids'
import { PATIENCE_MS } from '../../kit/patience.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats, addImages } from '../../kit/studio-page.ts'

const PLAIN = { preprocessing: { resize: { width: 64, height: 64, format: 'Stretch to' } }, augmentation: {} } as const
const NOWHERE = ProjectSlug.parse('nowhere')

let folder: string
let there: StationProcess
let here: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-forwarded-'))
  there = await startStation(join(folder, 'there'), ['--only', 'studio,management'])
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  await work(there.urls.apiKey)
})

afterAll(async () => {
  await Promise.all([there.kill(), here.kill()])
  await removeFolder(folder)
})

/** Has the studio here work on the other station. */
async function work(key: string): Promise<void> {
  const management = there.urls.management ?? ''
  const alone = { inference: null, source: null, deployments: null }
  const { id } = await here.studio.connections.add({ name: `Far ${key}`, management, key, ...alone })
  await here.studio.connections.use({ id })
}

describe('a studio that works on another Tessera', () => {
  test('offers all but what concerns this machine alone', async () => {
    const { abilities, place } = await here.studio.session.read()

    const missing = Ability.options.filter((ability) => !abilities.includes(ability))
    expect(missing).toEqual(['send', 'events-to-project'])
    expect(place).toMatchObject({ state: 'open', host: new URL(there.urls.management ?? '').host })
  })

  test('imports, annotates and versions there, and shows the pixels', async () => {
    const project = await addCupsAndBoats(here)
    const [image] = await here.studio.images.ids({ project, filter: {}, sort: 'added' })
    if (image === undefined) throw new Error('No image came')
    const cup = await here.studio.projects.classes.create({ project, name: 'cup' })
    const thumb = await here.fetch(imageUrl(image, 'thumb'))

    expect(await there.studio.images.ids({ project, filter: {}, sort: 'added' })).toHaveLength(2)
    expect(await there.studio.projects.classes.list({ project })).toEqual([cup])
    expect([thumb.status, thumb.headers.get('content-type'), thumb.headers.get('content-security-policy')]).toEqual([
      200,
      'image/webp',
      "default-src 'none'; sandbox",
    ])
    expect(await here.studio.versions.next({ project })).toEqual({ number: 1 })
    expect(await here.studio.bulk.log({ project })).toEqual([])
  })

  test('makes a version there, whose archive comes through', async () => {
    const { slug: project } = await here.studio.projects.create({ name: 'Archive', type: 'object-detection' })
    const bytes = await photo('coffee.jpg')
    await addImages(here, { project, batch: 'One' }, [{ name: 'coffee.jpg', bytes }])
    const [image] = await here.studio.images.ids({ project, filter: {}, sort: 'added' })
    if (image === undefined) throw new Error('No image came')
    await here.studio.annotations.setState({ project, image, revision: 0, done: true, isNull: true })
    const started = await here.studio.versions.start({ project, name: '', seed: '7'.repeat(32), settings: PLAIN })
    await ended(started.taskId)
    const exported = await here.studio.exports.start({ project, version: started.version, format: 'coco' })
    await ended(exported.taskId)

    const archive = await here.fetch(`/exports/${project}/${started.version}/coco`)
    const part = await here.fetch(`/exports/${project}/${started.version}/coco`, { headers: { range: 'bytes=0-3' } })

    expect([archive.status, archive.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ])
    expect([part.status, await part.text()]).toEqual([206, 'PK\u0003\u0004'])
  })

  test('writes ten thousand annotations there in one gesture', async () => {
    const { slug: project } = await here.studio.projects.create({ name: 'Crowd', type: 'object-detection' })
    await addImages(here, { project, batch: 'One' }, [{ name: 'coffee.jpg', bytes: await photo('coffee.jpg') }])
    const [image] = await here.studio.images.ids({ project, filter: {}, sort: 'added' })
    const { id: classId } = await here.studio.projects.classes.create({ project, name: 'grain' })
    if (image === undefined) throw new Error('No image came')
    const changes = Array.from({ length: 10_000 }, (_, at) => ({ before: null, after: grain(at, classId) }))

    await here.studio.annotations.commit({ project, image, revision: 0, edit: { label: 'Draw box', changes } })

    expect((await here.studio.annotations.open({ project, image })).shapes).toHaveLength(10_000)
    expect((await there.studio.annotations.open({ project, image })).revision).toBe(1)
  })

  test('tells what changes there as it changes', async () => {
    const watching = new AbortController()
    const notes = await here.studio.session.watch(undefined, { signal: watching.signal })
    const { slug: project } = await there.studio.projects.create({ name: 'Gulls', type: 'object-detection' })
    const heard = (async () => {
      for await (const note of notes) if (isAbout(note, project)) return note
      return undefined
    })()
    await there.studio.projects.classes.create({ project, name: 'gull' })

    expect(await heard).toMatchObject({ kind: 'classes', project })
    watching.abort()
  })

  test('is refused in the words of the other machine', async () => {
    const read = here.studio.projects.read({ project: NOWHERE })

    await expect(read).rejects.toMatchObject({ code: 'REFUSED', data: { reason: 'project-not-found' } })
    await expect(here.studio.remote.send({ project: NOWHERE })).rejects.toMatchObject({
      data: { code: 'sending-needs-this-machine' },
    })
  })
})

function grain(at: number, classId: ClassId): BoxShape {
  const id = ShapeId.parse(`grain${String(at).padStart(15, '0')}`)
  const [x0, y0] = [at % 500, at % 300]
  return { kind: 'box', id, classId, z: at + 1, origin: 'hand', box: { x0, y0, x1: x0 + 5, y1: y0 + 6 } }
}

/** Waits, told by the notes of the other station, until a task there has ended. */
async function ended(taskId: TaskId): Promise<void> {
  await expect
    .poll(async () => (await here.studio.tasks.read({ taskId })).status, { timeout: PATIENCE_MS })
    .toBe('completed')
}

function isAbout(note: LibraryNote, project: string): boolean {
  return note.kind === 'classes' && note.project === project
}
