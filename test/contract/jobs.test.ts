import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const WANTED = { name: 'Night shift', labeler: 'ada@acme.test', reviewer: '', instructions: 'Only whole crates' }

describe.each(MANAGEMENTS)('batches and jobs of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test('images of a batch are handed out, each to one job', async () => {
    const project = await newProject(station)
    for (let i = 0; i < 3; i += 1) await upload(station, project, { batch: 'Quay' })
    const batches = await management.jobs.batches(project)
    if (!batches.ok) throw new Error(sentenceOf(batches.error))
    const [batch] = batches.value

    const first = await management.jobs.createJob(project, { ...WANTED, batch: batch?.id ?? '', images: 2 })
    const rest = await management.jobs.createJob(project, { ...WANTED, batch: 'Quay' })
    const none = await management.jobs.createJob(project, { ...WANTED, batch: 'Quay' })

    const counts = { unannotated: 2, annotated: 0, approved: 0, rejected: 0 }
    expect(batch).toMatchObject({ name: 'Quay', images: 3, jobs: 0, createdAt: expect.any(Date) })
    expect(first).toMatchObject({ ok: true, value: { ...WANTED, batch: batch?.id, status: 'assigned', counts } })
    expect(rest).toMatchObject({ ok: true, value: { counts: { unannotated: 1 } } })
    expect(inWords(none)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('0 are in no annotation job') },
    })
    expect(await management.jobs.batch(project, batch?.id ?? '')).toMatchObject({ ok: true, value: { jobs: 2 } })
    expect(await management.jobs.jobs(project)).toMatchObject({ ok: true, value: { length: 2 } })
  })

  test('a job follows what becomes of its images', async () => {
    const project = await newProject(station)
    await uploadLabelled(station, project, { batch: 'Crane' })
    const created = await management.jobs.createJob(project, { ...WANTED, batch: 'Crane' })
    if (!created.ok) throw new Error(sentenceOf(created.error))

    const read = await management.jobs.job(project, created.value.id)

    expect(read).toMatchObject({ ok: true, value: { status: 'complete', counts: { annotated: 1, unannotated: 0 } } })
  })

  test('what is not there is said by name', async () => {
    const project = await newProject(station)

    expect(inWords(await management.jobs.batch(project, 'b1'))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Batch not found') },
    })
    expect(await management.jobs.job(project, 'j1')).toMatchObject({ ok: false })
    expect(await management.jobs.jobs('nowhere')).toMatchObject({ ok: false })
  })
})
