import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CopyResult } from '#common/contract/workspace/catalog'
import { ProjectSlug, type TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { ok } from '#common/result'
import type { StudioTarget } from '#compose/remote/target'
import type { Management } from '#core/management/ports'
import type { RemoteStudio } from '#core/remote/service'
import { newProject, uploadLabelled } from '../kit/dataset.ts'
import { type ImageHost, imageHost, type PathAnswer, sends } from '../kit/image-host.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { publishProject } from '../kit/published.ts'
import { openPlace, remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

/** The catalog as a page asks for it, over another machine's management API. */
describe.each(MANAGEMENTS)('the catalog elsewhere, over the $name management', ({ open }) => {
  let folder: string
  let station: TestStation
  let management: Management
  let services: RemoteStudio
  let studio: StudioOfRemote

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
    await publishProject(folder, 'harbour')
    station = await testStation({ catalog: [folder] })
    management = await open(station)
    services = studioOfRemote(management)
    studio = remoteProcedures(services)
  })

  afterAll(async () => {
    await station.close()
    await rm(folder, { recursive: true })
  })

  const search = (text: string, looks: string | null = null) => studio.catalog.search({ text, looks, limit: 100 })

  async function ended(taskId: TaskId) {
    await expect.poll(async () => (await studio.tasks.read({ taskId })).status).toMatch(/completed|failed/)
    return studio.tasks.read({ taskId })
  }

  test('projects are told as far as the API tells them', async () => {
    const { total, cards } = await search('harbour')

    expect(total).toBe(1)
    expect(cards).toMatchObject([
      {
        workspace: 'catalog',
        project: 'harbour',
        name: 'Harbour boats',
        type: 'instance-segmentation',
        license: 'CC BY 4.0',
        images: 3,
        description: '',
        classes: null,
        own: null,
      },
    ])
  })

  test('a project is made public, found as one’s own, and taken out again', async () => {
    const project = ProjectSlug.parse(await newProject(station))
    await uploadLabelled(station, project)

    const shown = await studio.projects.setPublic({ project, isPublic: true })
    const found = await search(`class:crate acme/${project}`)
    const hidden = await studio.projects.setPublic({ project, isPublic: false })

    expect([shown.isPublic, hidden.isPublic]).toEqual([true, false])
    expect(shown.covers).toHaveLength(1)
    expect(found.cards).toMatchObject([{ project, own: project }])
    expect((await search(`acme/${project}`)).total).toBe(0)
  })

  async function publicProjectOf(background: string) {
    const project = ProjectSlug.parse(await newProject(station))
    const bytes = Readable.from([await plainImage(background)])
    await management.upload(project, { bytes, about: () => ({ name: 'plain.png' }) })
    await studio.projects.setPublic({ project, isPublic: true })
    return project
  }

  test('the project with the likest image comes first, and words narrow it down', async () => {
    const red = await publicProjectOf('#c01010')
    const green = await publicProjectOf('#10a020')

    const looks = await services.catalog.look(await plainImage('#10a022'))
    if (!looks.ok) throw new Error(sentenceOf(looks.error))

    const first = (await search('', looks.value)).cards.map(({ project }) => project)
    expect(first.indexOf(green)).toBe(0)
    expect(first.indexOf(red)).toBeGreaterThan(0)
    expect((await search('harbour', looks.value)).cards).toMatchObject([{ project: 'harbour' }])
  })

  test('what is no image is not searched by, and one that is forgotten is asked for again', async () => {
    const words = await services.catalog.look(new TextEncoder().encode('no image'))

    expect(inWords(words)).toMatchObject({ ok: false, error: { reason: 'image-unreadable' } })
    await expect(search('', 'aaaa')).rejects.toMatchObject({ data: { reason: 'search-invalid' } })
  })

  test.each([
    ['its address', (slug: string) => ({ forked: true, id: `acme/${slug}` }), 3],
    ['a link', (slug: string) => ({ url: `http://nas:9000/acme/${slug}/` }), 3],
    ['nothing that is an address', () => ({ id: '../..', url: 7 }), undefined],
  ])('a copy that is told by %s is read from its project', async (_what, tell, images) => {
    const there = remoteProcedures(
      studioOfRemote({
        ...management,
        async task(id) {
          const task = await management.task(id)
          const slug = task.ok ? task.value.result?.['project'] : undefined
          return task.ok && typeof slug === 'string' ? ok({ ...task.value, result: tell(slug) }) : task
        },
      }),
    )

    const { taskId } = await there.catalog.copy({ workspace: 'catalog', project: 'harbour' })
    await expect.poll(async () => (await there.tasks.read({ taskId })).status).toBe('completed')

    const read = CopyResult.safeParse((await there.tasks.read({ taskId })).result)
    expect(read.data?.images).toBe(images)
    expect((await there.tasks.list()).map(({ kind }) => kind)).toEqual(['fork'])
  })

  test('a project is copied there by a task that is followed to its end', async () => {
    const { taskId } = await studio.catalog.copy({ workspace: 'catalog', project: 'harbour' })
    const task = await ended(taskId)

    expect(task).toMatchObject({ kind: 'fork', status: 'completed', project: null })
    const { project } = task.result ?? {}
    expect(await studio.projects.read({ project: ProjectSlug.parse(project) })).toMatchObject({ images: 3 })
    await expect(studio.catalog.copy({ workspace: 'nobody', project: 'nothing' })).rejects.toThrow('nobody/nothing')
  })
})

function plainImage(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
}

describe('the images of a catalog elsewhere', () => {
  let folder: string
  let host: ImageHost
  let place: StudioTarget

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
    const image = await plainImage('teal')
    const answers: Record<string, PathAnswer> = {
      '/': json({ workspace: 'acme' }),
      '/acme': json({ workspace: { name: 'Acme', url: 'acme', projects: [] } }),
      '/sound.png': sends(image),
      '/words.png': sends('<script>alert(1)</script>'),
      '/universe/search?q=&page=1&limit=3': (response, request) => json(found(host.host))(response, request),
    }
    host = await imageHost(answers)
    place = await openPlace(folder)
    const made = await place.connections.add({ ...NAS, management: `http://${host.host}`, key: 'tk_test' })
    if (!made.ok) throw new Error(sentenceOf(made.error))
    await place.connections.use(made.value.id)
  })

  afterAll(async () => {
    await place.stop()
    await host.close()
    await rm(folder, { recursive: true })
  })

  test('come through this program: no link reaches a page, and only what decodes as an image is shown', async () => {
    const there = place.current()
    const answer = await there?.studio.catalog.search({ text: '', looks: null, limit: 3 })
    if (there === undefined || answer?.ok !== true) throw new Error('The catalog does not answer')
    const { total, cards } = answer.value

    expect(JSON.stringify(cards)).not.toContain(host.host)
    expect(cards.map(({ name }) => name)).toEqual(['sound.png', 'words.png'])
    // One is of a kind that no screen shows, and one more was sent than was asked for.
    expect(total).toBe(8)
    const keys = cards.map(({ thumbnail }) => /^\/catalog\/([0-9a-f]{32})\/thumb$/.exec(thumbnail ?? '')?.[1] ?? '')
    expect(await there.images.cover(keys[0] ?? '')).toMatchObject({ ok: true, value: { type: 'image/webp' } })
    expect(inWords(await there.images.cover(keys[1] ?? ''))).toMatchObject({
      ok: false,
      error: { reason: 'image-unreadable' },
    })
    expect(inWords(await there.images.cover('0'.repeat(32)))).toMatchObject({
      ok: false,
      error: { reason: 'image-not-found' },
    })
  })

  test('keep their address from one search to the next', async () => {
    const search = () => place.current()?.studio.catalog.search({ text: '', looks: null, limit: 3 })

    expect(await search()).toEqual(await search())
  })
})

const NAS = { name: 'NAS', inference: null, source: null, deployments: null }

const json =
  (body: unknown): PathAnswer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

function found(host: string) {
  const project = (name: string, type: string) => {
    const address = { workspace: '../x', project: name, url: `http://${host}/x/${name}` }
    return { ...address, name, type, images: 2, license: '', thumbnail: `http://${host}/${name}` }
  }
  const boxes = 'object-detection'
  const results = [
    project('sound.png', boxes),
    project('a', 'holograms'),
    project('words.png', boxes),
    project('b', boxes),
  ]
  return { total: 9, results }
}
