import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { reasonsInWords } from '#test/kit/in-words'
import { newProject, upload } from '../kit/dataset.ts'
import { datasetProject, planOf } from '../kit/datasets.ts'
import { HOSTILE_TEXTS } from '../kit/hostile-texts.ts'
import { someImage } from '../kit/images.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { type MadeEntry, makeZip } from '../kit/zip-maker.ts'

const Opened = z.object({ signedUrl: z.string(), taskId: z.string() })
const Result = z.object({
  annotated: z.number(),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
})

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** As the public SDK sends it. */
async function annotate(name: string, annotationFile: string) {
  const project = await newProject(station)
  const image = await upload(station, project)
  const path = `/dataset/${project}/annotate/${image}?name=${name}`
  return station.management.post(path, { json: { annotationFile, labelmap: {} } })
}

async function importZip(entries: readonly MadeEntry[]) {
  const project = await newProject(station)
  const opened = await station.management.post(`/acme/${project}/upload/zip`, { json: {} })
  const { signedUrl, taskId } = Opened.parse(opened.body)
  const headers = { 'content-type': 'application/zip' }
  await station.management.request('PUT', signedUrl, { key: null, body: makeZip(entries), headers })
  return Result.parse((await station.taskEnd(taskId)).result)
}

async function review(files: readonly MadeEntry[]) {
  const { dataset, labels } = await planOf(station, await datasetProject(station), files)
  const problems = station.datasets.problems(dataset, { offset: 0, limit: 10 })
  return { labels, problems: problems.ok ? reasonsInWords(problems.value.rows) : [] }
}

/** Stored as it is: texts of one character would be taken for bombs. */
async function withImage(path: string, content: string): Promise<readonly MadeEntry[]> {
  return [
    { path: 'a.png', content: await someImage() },
    { path, content, method: 0 },
  ]
}

const NAMED = HOSTILE_TEXTS.map((hostile, index) => ({ ...hostile, index }))

describe.each(NAMED)('hostile text $index ($sentence)', ({ name, text, sentence, soundLines = 0 }) => {
  const path = name === '' ? 'a.txt' : name

  test('is refused by the route of one annotation file', async () => {
    expect(await annotate(name, text)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    })
  })

  test('is named in the result of a ZIP upload, and annotates nothing by itself', async () => {
    const { annotated, refused } = await importZip(await withImage(path, text))

    expect(refused).toContainEqual({ path: expect.stringMatching(`^${path}`), reason: expect.stringMatching(/./) })
    expect(annotated).toBe(soundLines)
  })

  test('is named in the review of a dataset, and makes no background image', async () => {
    const { labels, problems } = await review(await withImage(path, text))

    expect(problems).toContainEqual(expect.objectContaining({ path, reason: expect.stringMatching(/./) }))
    expect(labels.nothing).toBe(0)
  })
})

const NAMELESS = 'No file lists the class names (data.yaml, or a list of names), so class numbers are used.'

const BROKEN_NAMES = [
  ['names: [buoy, crane', 'The file cannot be read: a bracket is not closed.'],
  [`names: ${'['.repeat(5_000_000)}`, 'File not used: a line is longer than 4 MB.'],
  [`names: ${'['.repeat(400_000)}`, 'The file cannot be read: a bracket is not closed.'],
  [`a: b\n${'# a\n'.repeat(300_000)}`, 'The file cannot be read: the file is larger than 1 MB.'],
  ['nc: 2', undefined],
] as const

test.each(BROKEN_NAMES.map(([content, reason], index) => ({ content, reason, index })))(
  'broken class names $index are named in the result of a ZIP upload ($reason)',
  async ({ content, reason }) => {
    const entries = [
      ...(await withImage('a.txt', '0 0.5 0.5 0.1 0.1')),
      { path: 'b.png', content: await someImage() },
      { path: 'b.txt', content: '1 0.5 0.5 0.1 0.1' },
      { path: 'data.yaml', content, method: 0 },
    ]

    const { annotated, refused } = await importZip(entries)

    const fault = reason === undefined ? [] : [{ path: 'data.yaml, line 1', reason }]
    expect(refused).toEqual([...fault, { path: 'a.txt', reason: NAMELESS }])
    expect(annotated).toBe(2)
  },
)
