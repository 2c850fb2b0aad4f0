import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal, refuse } from '#common/errors'
import { ProjectSlug, type TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { HERE } from '#core/access/connections/service'
import type { Management } from '#core/management/ports'
import { reasonsInWords } from '#test/kit/in-words'
import { newProject } from '../kit/dataset.ts'
import { type ImageHost, imageHost, type PathAnswer, sends } from '../kit/image-host.ts'
import { someImage } from '../kit/images.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { openPlace, remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

/** Images that another machine fetches, as the import panel asks for them. */
describe.each(MANAGEMENTS)('images from addresses elsewhere, over the $name management', ({ open }) => {
  /** The host's current answers; tests change them. */
  const answers: Record<string, PathAnswer> = {}
  const paths = Array.from({ length: 8 }, (_, index) => `/${index}.png`)
  let station: TestStation
  let host: ImageHost
  let management: Management
  let studio: StudioOfRemote

  beforeAll(async () => {
    const asks =
      (path: string): PathAnswer =>
      (response, request) => {
        const answer = answers[path] ?? ((gone: ServerResponse) => void gone.writeHead(404).end())
        answer(response, request)
      }
    host = await imageHost(Object.fromEntries(paths.map((path) => [path, asks(path)])))
    station = await testStation({ fetching: { trustedHosts: [host.host] } })
    management = await open(station)
    studio = remoteProcedures(studioOfRemote(management))
  })

  afterAll(async () => {
    await station.close()
    await host.close()
  })

  const at = (nth: number) => `http://${host.host}/${nth}.png`

  async function ended(taskId: TaskId, there = studio) {
    await expect.poll(async () => (await there.tasks.read({ taskId })).status).toMatch(/completed|failed/)
    return there.tasks.read({ taskId })
  }

  async function fetched(project: ProjectSlug, urls: string[], there = studio) {
    const { taskId } = await there.imports.fetch({ project, batchName: 'Web', urls })
    return { taskId, task: await ended(taskId, there) }
  }

  async function report(taskId: TaskId) {
    const { rows } = await studio.imports.report({ taskId, offset: 0, limit: 50 })
    return new Map(
      reasonsInWords(rows).map(({ path, outcome, existing, reason }) => [
        path,
        { outcome, reason: existing ?? reason },
      ]),
    )
  }

  test('every address is told apart: new, there already, no image, refused by a rule, or failed by its host', async () => {
    const image = await someImage()
    Object.assign(answers, { '/0.png': sends(image), '/1.png': sends(image), '/2.png': sends('words') })
    const project = ProjectSlug.parse(await newProject(station))
    await fetched(project, [at(0)])

    const { taskId, task } = await fetched(project, [at(1), at(2), at(7), 'http://10.0.0.1/a.png', at(2)])

    expect(task).toMatchObject({ kind: 'fetch', status: 'completed', progress: { current: 4, total: 4 } })
    expect(await studio.imports.counts({ taskId })).toEqual({
      added: 0,
      duplicates: 1,
      refused: 3,
      labelled: 0,
      repeated: 0,
      repaired: 0,
      problems: 0,
      notes: 0,
      retryable: 1,
      expected: 4,
    })
    const told = await report(taskId)
    expect(told.get(at(1))).toEqual({ outcome: 'duplicate', reason: '0.png' })
    expect(told.get(at(2))).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('not an image') })
    expect(told.get(at(7))?.reason).toBe(`Not fetched: ${host.host} answered with the status 404`)
    expect(told.get('http://10.0.0.1/a.png')?.reason).toMatch(/10\.0\.0\.1 is not on the open internet/)
    const { rows } = await studio.imports.report({ taskId, only: 'duplicate', offset: 0, limit: 50 })
    expect(rows.map(({ path }) => path)).toEqual([at(1)])
  })

  test('another try asks only for what a host failed to send', async () => {
    Object.assign(answers, { '/3.png': sends(await someImage()), '/2.png': sends('words') })
    delete answers['/4.png']
    const project = ProjectSlug.parse(await newProject(station))
    const first = await fetched(project, [at(3), at(2), at(4)])
    answers['/4.png'] = sends(await someImage())
    const asked = host.asked.length

    const { taskId } = await studio.imports.fetchAgain({ taskId: first.taskId })
    const second = await ended(taskId)

    expect(host.asked.slice(asked).map(({ url }) => url)).toEqual(['/4.png'])
    expect(second).toMatchObject({ status: 'completed', result: { added: 1, refused: 0, project } })
    await expect(studio.imports.fetchAgain({ taskId })).rejects.toMatchObject({ data: { reason: 'nothing-to-fetch' } })
    expect(await studio.images.page({ project, filter: {}, sort: 'added', offset: 0, limit: 9 })).toMatchObject({
      total: 2,
      rows: [{ name: '3.png' }, { name: '4.png' }],
    })
  })

  test('a fetch that is cancelled keeps what came, and another try brings the rest', async () => {
    const project = ProjectSlug.parse(await newProject(station))
    for (const path of paths) answers[path] = sends(await someImage())
    const held = Promise.withResolvers<void>()
    const stuck: ServerResponse[] = []
    answers['/7.png'] = (response) => {
      stuck.push(response)
      held.resolve()
    }
    const { taskId } = await studio.imports.fetch({ project, batchName: 'Web', urls: paths.map((_, nth) => at(nth)) })
    await held.promise
    await expect(studio.imports.fetchAgain({ taskId })).rejects.toMatchObject({ data: { reason: 'import-running' } })

    await studio.tasks.cancel({ taskId })
    const cancelled = await studio.tasks.read({ taskId })
    for (const response of stuck) response.destroy()
    answers['/7.png'] = sends(await someImage())
    const again = await studio.imports.fetchAgain({ taskId })
    const rest = await ended(again.taskId)

    expect(cancelled).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
    expect(rest).toMatchObject({ status: 'completed', result: { refused: 0 } })
    expect((await studio.projects.read({ project })).images).toBe(8)
  })

  test('a machine that is away or busy for a moment is waited for; one that stays busy ends the address alone', async () => {
    for (const path of paths) answers[path] = sends(await someImage())
    const project = ProjectSlug.parse(await newProject(station))
    const failures = [
      refuse('host-broke-off'),
      refuse('remote-busy', { host: 'nas' }, refusal('remote-gave-no-reason', { status: 429 })),
    ] as const
    let asked = 0
    const uploadFrom: Management['images']['uploadFrom'] = async (...wanted) => {
      const failure = failures[asked]
      asked += 1
      if (wanted[1] === at(6)) return failures[1]
      return failure ?? management.images.uploadFrom(...wanted)
    }
    const weak = remoteProcedures(studioOfRemote({ ...management, images: { ...management.images, uploadFrom } }))

    const { taskId, task } = await fetched(project, [at(5), at(6)], weak)

    expect(task.status).toBe('completed')
    expect(await weak.imports.counts({ taskId })).toMatchObject({ added: 1, refused: 1, retryable: 1 })
  })

  test('only a fetch that was begun here can be tried again', async () => {
    const project = ProjectSlug.parse(await newProject(station))
    const { taskId } = await studio.imports.start({ project, batchName: 'Files', expected: 0 })

    await expect(studio.imports.fetchAgain({ taskId })).rejects.toMatchObject({ data: { reason: 'task-not-found' } })
  })
})

test('no other address is asked for once the studio works elsewhere', async () => {
  const held: ServerResponse[] = []
  const holds: PathAnswer = (response) => void held.push(response)
  const host = await imageHost(Object.fromEntries(Array.from({ length: 8 }, (_, nth) => [`/${nth}.png`, holds])))
  const station = await testStation({ fetching: { trustedHosts: [host.host] } })
  const folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  const place = await openPlace(folder)
  const address = { name: 'NAS', management: await station.listen(), inference: null, source: null, deployments: null }
  const made = await place.connections.add({ ...address, key: station.key })
  if (!made.ok) throw new Error(sentenceOf(made.error))
  await place.connections.use(made.value.id)
  const there = place.current()?.studio
  const project = ProjectSlug.parse(await newProject(station))
  const urls = Array.from({ length: 8 }, (_, nth) => `http://${host.host}/${nth}.png`)

  const taskId = there?.fetches.start({ project, batchName: 'Web', urls })
  await expect.poll(() => held.length).toBe(4)
  await place.connections.use(HERE)
  for (const response of held) response.writeHead(200).end(await someImage())
  await expect.poll(() => taskId && there?.reports.counts(taskId).added).toBe(4)
  // Whatever a lane asked for before comes before this.
  const last = station.management.post(`/dataset/${project}/upload?image=http://${host.host}/last.png`)
  await expect.poll(() => host.asked.at(-1)?.url).toBe('/last.png')

  expect(host.asked).toHaveLength(5)
  await last
  await place.stop()
  await station.close()
  await host.close()
  await rm(folder, { recursive: true })
})
