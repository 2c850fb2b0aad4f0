import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '#core/dataset/projects/ports'
import { reasonsInWords } from '#test/kit/in-words'
import { cocoText } from '../../../kit/coco-dataset.ts'
import { checkFiles, datasetProject, imagesOf, importChecked, openDataset, planOf } from '../../../kit/datasets.ts'
import { decompressionBomb, someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'
import { makeZip } from '../../../kit/zip-maker.ts'

let station: TestStation
let project: Project

beforeEach(async () => {
  station = await testStation()
  project = await datasetProject(station)
})

afterEach(async () => station.close())

async function expectNothingWritten(): Promise<void> {
  expect(await station.storedBlobs()).toEqual([])
  expect(await imagesOf(station, project)).toEqual({})
}

async function problemsOf(files: Parameters<typeof planOf>[2]) {
  const { dataset } = await planOf(station, project, files)
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 100 })
  await expectNothingWritten()
  return problems.ok ? reasonsInWords(problems.value.rows).map(({ isNote: _isNote, ...problem }) => problem) : []
}

async function failureOf(content: Buffer) {
  const { task } = await checkFiles(station, project, [{ path: 'bay.zip', content }])
  await expect.poll(() => station.waitingDatasets()).toEqual([])
  await expectNothingWritten()
  return task.error?.english
}

describe('an archive that is refused as a whole', () => {
  test('because it is cut off', async () => {
    const whole = makeZip([{ path: 'a.png', content: await someImage() }])

    expect(await failureOf(whole.subarray(0, whole.length - 30))).toBe(
      'bay.zip is not a ZIP file, or is incomplete. Download or create the archive again',
    )
  })

  test('because it unpacks to far more than images do', async () => {
    const zeros = Buffer.alloc(1000)
    const entries = Array.from({ length: 4 }, (_, at) => ({
      path: `${at}.txt`,
      content: zeros,
      statedBytes: 1024 ** 3,
    }))

    expect(await failureOf(makeZip(entries))).toMatch(/unpacks to 4\.0 GB, more than 20 times its own size\. Import/)
  })

  test('because it holds more bytes than fit a dataset', async () => {
    const entries = Array.from({ length: 60 }, (_, at) => ({
      path: `${at}.txt`,
      content: 'x',
      statedBytes: 1024 ** 3,
    }))

    expect(await failureOf(makeZip(entries))).toMatch(/has 60 GB; the limit is 50 GB/)
  })
})

test('entries of an archive that are no plain files of it are named one by one', async () => {
  const content = cocoText([])
  const zip = makeZip([
    { path: '../outside.json', content },
    { path: '/etc/labels.json', content },
    { path: 'C:\\labels.json', content },
    { path: 'a/..\\..\\labels.json', content },
    { path: 'link.json', content: '/etc/passwd', mode: 0o120777 },
    { path: 'secret.json', content, isEncrypted: true },
    { path: 'odd.json', content, method: 12 },
    { path: 'same.json', content },
    { path: 'same.json', content },
  ])

  expect(await problemsOf([{ path: 'bay.zip', content: zip }])).toEqual([
    { path: '../outside.json', line: null, reason: 'Its path leads out of the dataset' },
    { path: '/etc/labels.json', line: null, reason: 'Its path leads out of the dataset' },
    { path: 'C:/labels.json', line: null, reason: 'Its path leads out of the dataset' },
    { path: 'a/../../labels.json', line: null, reason: 'Its path leads out of the dataset' },
    { path: 'link.json', line: null, reason: expect.stringContaining('a link to another file') },
    { path: 'secret.json', line: null, reason: expect.stringContaining('encrypted') },
    { path: 'odd.json', line: null, reason: expect.stringContaining('Unsupported compression. Use Deflate') },
    { path: 'same.json', line: null, reason: 'The archive contains this path twice' },
  ])
})

test('files of a folder whose paths lead outside are named, and lie nowhere', async () => {
  const content = cocoText([])

  const problems = await problemsOf([
    { path: '../../outside.json', content },
    { path: '/etc/labels.json', content },
    { path: 'a\0b.json', content },
  ])

  expect(problems).toEqual([
    { path: '../../outside.json', line: null, reason: 'Its path leads out of the dataset' },
    { path: '/etc/labels.json', line: null, reason: 'Its path leads out of the dataset' },
    { path: 'a\0b.json', line: null, reason: 'Its path contains control characters' },
  ])
  expect(await station.waitingDatasets()).toHaveLength(1)
})

test('an entry with more or other bytes than the archive states is named, and not the rest', async () => {
  const zip = makeZip([
    { path: 'more.png', content: await someImage(), statedBytes: 10 },
    { path: 'other.png', content: await someImage(), statedCrc: 1 },
    { path: 'bomb.png', content: decompressionBomb() },
  ])

  expect(await problemsOf([{ path: 'bay.zip', content: zip }])).toEqual([
    { path: 'bomb.png', line: null, reason: expect.stringMatching(/million pixels/) },
    { path: 'more.png', line: null, reason: 'more.png: It is damaged in the archive. Create the archive again' },
    { path: 'other.png', line: null, reason: 'other.png: Checksum mismatch in the archive. Create the archive again' },
  ])
})

test('a label file of one huge line is named with its line', async () => {
  const text = `{"images": [{"id": 1, "file_name": "${'x'.repeat(80 * 1024 * 1024)}"}], "annotations": []}`

  expect(await problemsOf([{ path: 'labels.json', content: text }])).toEqual([
    { path: 'labels.json', line: 1, reason: expect.any(String) },
  ])
})

test('an image that only decoding shows to be damaged is refused by the import', async () => {
  const zip = makeZip([{ path: 'cut.png', content: (await someImage()).subarray(0, 80) }])
  const { dataset } = await planOf(station, project, [{ path: 'bay.zip', content: zip }])

  const task = await importChecked(station, dataset)

  expect(task).toMatchObject({ status: 'completed', result: { added: 0, refused: 1 } })
  await expectNothingWritten()
})

test('a file whose sender goes away in the middle is not part of the dataset', async () => {
  const dataset = await openDataset(station, project, 1)
  const cut = Readable.from(
    (async function* () {
      yield await someImage()
      throw new Error('The sender went away')
    })(),
  )

  await expect(station.datasets.takeFile(dataset, 'a.png', cut)).rejects.toThrow('The sender went away')

  await station.datasets.arrived(dataset)
  await station.taskEnd(dataset)
  expect(station.datasets.plan(dataset)).toMatchObject({ ok: true, value: { files: 0 } })
})
