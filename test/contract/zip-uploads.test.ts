import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject } from '../kit/dataset.ts'
import { someImage } from '../kit/images.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { makeZip } from '../kit/zip-maker.ts'

describe.each(MANAGEMENTS)('uploads of ZIP files to the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  async function started(project: string) {
    const upload = await management.zipUploads.start(project, { tags: ['pier'], batchName: 'Monday' })
    if (!upload.ok) throw new Error(sentenceOf(upload.error))
    return upload.value
  }

  async function* sent(archive: Buffer) {
    for (let at = 0; at < archive.length; at += 100) yield archive.subarray(at, at + 100)
  }

  test('an archive is sent in pieces, and its task tells what became of it', async () => {
    const project = await newProject(station)
    const { taskId, upload } = await started(project)
    const archive = makeZip([
      { path: 'valid/a.png', content: await someImage() },
      { path: '../b.png', content: 'x' },
    ])

    const before = await management.zipUploads.task(taskId)
    const answer = await management.zipUploads.send(upload, sent(archive))
    await station.taskEnd(taskId)
    const after = await management.zipUploads.task(taskId)

    expect(before).toMatchObject({ ok: true, value: { status: 'running', progress: null } })
    expect(answer).toEqual({ ok: true, value: undefined })
    const refused = [{ path: '../b.png', reason: 'Its path leads out of the dataset' }]
    const result = { added: 1, duplicates: 0, refused, annotated: 0 }
    expect(after).toMatchObject({ ok: true, value: { taskId, status: 'completed', result } })
    const told = await management.project(project)
    expect(told).toMatchObject({ ok: true, value: { project: { images: 1, splits: { valid: 1 } } } })
  })

  test('a second archive, an unknown project and a task of another kind are refused', async () => {
    const project = await newProject(station)
    const { taskId, upload } = await started(project)
    const shares = { train: 1, valid: 1, test: 1 }
    const other = await management.rebalance(project, { shares, mode: 'rebalance', grouping: 'global', classes: [] })
    await management.zipUploads.send(upload, sent(makeZip([])))
    await station.taskEnd(taskId)

    const again = await management.zipUploads.send(upload, sent(makeZip([])))
    const nowhere = await management.zipUploads.start('nowhere', {})
    const foreign = await management.zipUploads.task(other.ok ? other.value : '')

    expect(inWords(again)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('accepts no archive') },
    })
    expect(inWords(nowhere)).toMatchObject({ ok: false, error: { message: expect.stringContaining('nowhere') } })
    expect(inWords(foreign)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('is not a ZIP upload') },
    })
  })
})
