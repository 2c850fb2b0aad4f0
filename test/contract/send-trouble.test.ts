import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { inWords } from '../kit/in-words.ts'
import {
  contents,
  labelledProject,
  openedStation,
  projectIn,
  send,
  twoStations,
  valueOf,
} from '../kit/sent-projects.ts'

/** As a disk does it that ages: one bit. */
async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
  await writeFile(path, bytes)
}

test.each([
  ['missing', (path: string) => rm(path)],
  ['damaged', flip],
])('an image whose file is %s is named when all others have gone over', async (state, spoil) => {
  const { here, there } = await twoStations()
  const { project, labelled } = await labelledProject(here)
  const { services } = here
  const lost = await services.files.image(valueOf(await services.images.find(project, labelled)), 'original')
  await spoil(valueOf(lost).path)

  const task = await send(here, project)

  const { images } = await contents(there, 'night-boats')
  const sentence = `1 of 3 images were not sent. valid-Quay.png: Its file cannot be read: it is ${state} on the disk; upload the image again`
  expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringContaining(sentence) } })
  expect(images.map(({ name }) => name)).toEqual(['test-Pier.png', 'train-Quay.png'])
})

test('a project of another type under the same name is left alone', async () => {
  const { here, there, url } = await twoStations()
  const { project } = await labelledProject(here)
  await projectIn(there, 'object-detection')

  const task = await send(here, project)

  const { host } = new URL(url)
  const error = `Night Boats at ${host} is for object detection, and Night Boats here is for instance segmentation`
  expect(task).toMatchObject({ status: 'failed', error: { english: error } })
  expect((await contents(there, 'night-boats')).images).toEqual([])
})

test('a send that was cancelled ends at once, and the next one brings the rest over', async () => {
  const there = await openedStation()
  const gate = await gateTo(await there.listen())
  const here = await openedStation({ remote: { url: gate.url, key: there.key } })
  const { project } = await labelledProject(here)
  const taskId = valueOf(await here.sends.start(project))
  await gate.uploadHeld

  await here.services.tasks.cancel(here.workspace, taskId)
  const cancelled = await here.taskEnd(taskId)
  gate.open()
  const next = await send(here, project)

  expect(cancelled).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
  expect(next).toMatchObject({ status: 'completed' })
  expect(await contents(there, 'night-boats')).toEqual(await contents(here, project.slug))
})

test('a project that is on its way is not sent twice at the same time', async () => {
  const there = await openedStation()
  const gate = await gateTo(await there.listen())
  const here = await openedStation({ remote: { url: gate.url, key: there.key } })
  const { project } = await labelledProject(here)

  const first = valueOf(await here.sends.start(project))
  const second = valueOf(await here.sends.start(project))
  gate.open()
  await here.taskEnd(first)

  expect(second).toBe(first)
})

test('a wrong key ends the send with what the other machine says', async () => {
  const url = await (await openedStation()).listen()
  const here = await openedStation({ remote: { url, key: 'tk_wrong' } })

  const task = await send(here, await projectIn(here))

  const error = `${new URL(url).host} refuses: This API key is not known here`
  expect(task).toMatchObject({ status: 'failed', error: { english: error } })
})

test('a host that does not answer is named', async () => {
  const here = await openedStation({ remote: { url: 'http://127.0.0.1:1', key: 'tk_test' } })

  const task = await send(here, await projectIn(here))

  expect(task).toMatchObject({
    status: 'failed',
    error: { english: expect.stringMatching(/^127\.0\.0\.1:1 cannot be reached: /) },
  })
})

test('nothing is sent when no other machine is set', async () => {
  const here = await openedStation()

  const started = await here.sends.start(await projectIn(here))

  expect(inWords(started)).toMatchObject({ ok: false, error: { reason: 'remote-unreachable' } })
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
  onTestFinished(() => void gate.close())
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
