import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { foreignReading } from '#compose/dataset-reading/readers'
import type { Project } from '#core/dataset/projects/ports'
import { checkFiles, datasetProject, planOf } from '../kit/datasets.ts'
import { someImage } from '../kit/images.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { makeZip } from '../kit/zip-maker.ts'

const narrow = foreignReading({ limits: { memoryMiB: 80 } })
let station: TestStation
let project: Project

beforeEach(async () => {
  station = await testStation({ foreign: narrow })
  project = await datasetProject(station)
})

afterEach(async () => station.close())
afterAll(async () => narrow.close())

/** Sound lines whose objects take more memory than the process may have. */
const MANY_LINES = '0 0.5 0.5 0.1 0.1\n'.repeat(3_300_000)

test('a file that takes too much memory fails its task by name, while the station answers and others are read', async () => {
  const zip = makeZip([
    { path: 'a.png', content: await someImage() },
    { path: 'a.txt', content: MANY_LINES },
  ])
  const isOver = checkFiles(station, project, [{ path: 'bay.zip', content: zip }])

  const { status } = await station.management.get('/acme')
  const { task } = await isOver

  expect(status).toBe(200)
  expect(task).toMatchObject({
    status: 'failed',
    error: { english: 'Reading "a.txt" needs more than 80 MB of memory. Split the data into smaller parts' },
  })
  const { images } = await planOf(station, project, [{ path: 'b.png', content: await someImage() }])
  expect(images.new).toBe(1)
  expect(narrow.pids()).not.toContain(process.pid)
  expect(narrow.pids()).toHaveLength(1)
})

test('an archive that unpacks to hundreds of times its size, or whose entries overlap, is refused before it is read', async () => {
  const bomb = makeZip([{ path: '_annotations.coco.json', content: Buffer.alloc(70 * 1024 ** 2, ' ') }])
  const sound = makeZip([
    { path: 'a.png', content: await someImage() },
    { path: 'b.png', content: await someImage() },
  ])
  // The second entry of the directory points at the first header.
  const end = sound.length - 22
  const second = sound.indexOf(Buffer.from('504b0102', 'hex'), sound.readUInt32LE(end + 16) + 4)
  const overlapping = Buffer.from(sound)
  overlapping.writeUInt32LE(0, second + 42)

  const errors = []
  for (const content of [bomb, overlapping]) {
    errors.push((await checkFiles(station, project, [{ path: 'bay.zip', content }])).task.error?.english)
  }

  expect(errors).toEqual([
    expect.stringMatching(/more than 200 times its own size/),
    'The archive contains overlapping entries. Create the archive again',
  ])
})

test('a single annotation file is read here when it is small, and in a process when it is large', async () => {
  const reading = foreignReading()
  const image = { name: 'a.png', frame: { width: 100, height: 100 }, type: 'object-detection' } as const
  const read = (lines: number) =>
    reading.readAnnotations({ name: 'a.txt', text: '0 0.5 0.5 0.1 0.1\n'.repeat(lines), labelmap: new Map() }, image)
  try {
    expect(await read(10)).toMatchObject({ ok: true, value: { length: 10 } })
    expect(reading.pids()).toEqual([])
    expect(await read(20_000)).toMatchObject({ ok: true, value: { length: 20_000 } })
    expect(reading.pids()).toHaveLength(1)
  } finally {
    await reading.close()
  }
})
