import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { reasonsInWords } from '#test/kit/in-words'
import { newProject } from '../../kit/dataset.ts'
import { type ImageHost, imageHost, type PathAnswer, sends } from '../../kit/image-host.ts'
import { floatTiff, someImage } from '../../kit/images.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

/** The host's current answers; tests change them. */
const answers: Record<string, PathAnswer> = {}
const paths = Array.from({ length: 12 }, (_, index) => `/${index}.png`)
let station: TestStation
let host: ImageHost

beforeAll(async () => {
  const asks =
    (path: string): PathAnswer =>
    (response, request) => {
      const answer = answers[path] ?? ((gone: ServerResponse) => void gone.writeHead(404).end())
      answer(response, request)
    }
  host = await imageHost(Object.fromEntries(paths.map((path) => [path, asks(path)])))
  station = await testStation({ fetching: { trustedHosts: [host.host] } })
})

afterAll(async () => {
  await station.close()
  await host.close()
})

async function project(): Promise<Project> {
  const found = await station.services.projects.find(station.workspace, await newProject(station))
  if (!found.ok) throw new Error(sentenceOf(found.error))
  return found.value
}

const at = (nth: number) => `http://${host.host}/${nth}.png`

async function fetched(into: Project, urls: readonly string[], batchName = 'Web') {
  const taskId = await station.fetches.start(station.workspace, into, { batchName, urls })
  return { taskId, task: await station.taskEnd(taskId) }
}

async function report(taskId: TaskId) {
  const { rows } = await station.imports.report(taskId, 'all', { offset: 0, limit: 50 })
  return reasonsInWords(rows).map(({ path, outcome, existing, reason }) => ({
    path,
    outcome,
    reason: existing ?? reason,
  }))
}

async function again(taskId: TaskId) {
  const started = await station.fetches.again(station.workspace, taskId)
  if (!started.ok) throw new Error(sentenceOf(started.error))
  return { taskId: started.value, task: await station.taskEnd(started.value) }
}

test('every address is told apart: new, there already, no image, not public, or failed by its host', async () => {
  const image = await someImage()
  Object.assign(answers, { '/0.png': sends(image), '/1.png': sends('words'), '/2.png': sends(image) })
  answers['/3.png'] = sends(floatTiff(8, 4))
  const into = await project()
  await fetched(into, [at(0)])

  const urls = [at(2), at(1), at(3), at(9), 'http://10.0.0.1/a.png', 'ftp://a.test/a.png', at(1)]
  const { taskId, task } = await fetched(into, urls)

  expect(task).toMatchObject({ status: 'completed', progress: { current: 6, total: 6 } })
  expect(task.result).toEqual({
    added: 0,
    duplicates: 1,
    refused: 5,
    labelled: 0,
    repeated: 0,
    repaired: 0,
    problems: 0,
    notes: 0,
    retryable: 1,
    project: into.slug,
  })
  expect((await report(taskId)).toSorted((a, b) => urls.indexOf(a.path) - urls.indexOf(b.path))).toEqual([
    { path: at(2), outcome: 'duplicate', reason: '0.png' },
    { path: at(1), outcome: 'refused', reason: 'This file is not an image' },
    { path: at(3), outcome: 'refused', reason: expect.stringContaining('floating-point numbers') },
    { path: at(9), outcome: 'refused', reason: `Not fetched: ${host.host} answered with the status 404` },
    { path: urls[4], outcome: 'refused', reason: expect.stringContaining('--trusted-hosts 10.0.0.1') },
    { path: urls[5], outcome: 'refused', reason: expect.stringContaining('must begin with http://') },
  ])
})

test('a fetched image is in the batch that was named and tells where it comes from', async () => {
  answers['/3.png'] = sends(await someImage())
  const into = await project()

  await fetched(into, [at(3)], 'Harbour cameras')

  const [image] = await station.services.images.ids(into, {}, 'added')
  expect(await station.services.images.details(into, image ?? '')).toMatchObject({
    value: { name: '3.png', sourceUrl: at(3), batch: { name: 'Harbour cameras' } },
  })
})

test('another try asks only for what a host failed to send', async () => {
  Object.assign(answers, { '/4.png': sends(await someImage()), '/5.png': sends('words') })
  delete answers['/6.png']
  const into = await project()
  const first = await fetched(into, [at(4), at(5), at(6)])
  answers['/6.png'] = sends(await someImage())
  const asked = host.asked.length

  const second = await again(first.taskId)

  expect(host.asked.slice(asked).map(({ url }) => url)).toEqual(['/6.png'])
  expect(second.task).toMatchObject({ status: 'completed', result: { added: 1, refused: 0 } })
  expect(inWords(await station.fetches.again(station.workspace, second.taskId))).toMatchObject({
    error: { reason: 'nothing-to-fetch' },
  })
})

test('a fetch that is cancelled keeps what came, and another try brings the rest', async () => {
  const into = await project()
  const held = Promise.withResolvers<void>()
  for (const path of paths) answers[path] = sends(await someImage())
  const [stuck] = [answers['/11.png']]
  answers['/11.png'] = () => held.resolve()
  const urls = [...Array.from({ length: 4 }, (_, nth) => at(nth)), at(11)]
  const taskId = await station.fetches.start(station.workspace, into, { batchName: 'Web', urls })
  await held.promise

  expect(inWords(await station.fetches.again(station.workspace, taskId))).toMatchObject({
    error: { reason: 'import-running' },
  })
  await station.tasks.cancel(station.workspace, taskId)
  const ended = await station.taskEnd(taskId)
  const { added } = await station.imports.counts(taskId)
  if (stuck) answers['/11.png'] = stuck
  const { task } = await again(taskId)

  expect(ended).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
  expect(task).toMatchObject({ status: 'completed', result: { added: 5 - added } })
  expect(await station.services.images.ids(into, {}, 'added')).toHaveLength(5)
})

test('only a fetch can be tried again', async () => {
  const into = await project()
  const started = await station.imports.start(into, 'Files', 0)
  if (!started.ok) throw new Error(sentenceOf(started.error))
  const { taskId } = started.value
  await station.imports.finish(taskId)

  expect(inWords(await station.fetches.again(station.workspace, taskId))).toMatchObject({
    error: { reason: 'task-not-found' },
  })
})
