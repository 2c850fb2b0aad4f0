import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Management } from '#core/management/ports'
import { newProject, newVersion, uploadLabelled } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const BYTES = Buffer.from('not really weights')

describe.each(MANAGEMENTS)('the models of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test('weights are sent in, listed, read, starred, downloaded and deleted', async () => {
    const project = await newProject(station)
    const { models } = management
    const upload = await models.prepare({ name: 'Gulls', type: 'yolov8n', projects: [project] })
    const sent = await models.send(upload.ok ? upload.value : '', Readable.from([BYTES]))

    const listed = await models.list(project)
    const read = await models.read('gulls')
    const id = read.ok ? read.value.id : ''
    const favored = await models.favor(id, true)
    const weights = await models.weights(project, id)
    const file = await management.download(weights.ok ? weights.value.archive : '')
    const moved = await models.moveToTrash(id)
    const gone = await models.read(id)

    const sha256 = createHash('sha256').update(BYTES).digest('hex')
    const told = { name: 'Gulls', type: 'yolov8n', url: 'acme/gulls', projects: [project], isFavorite: false }
    expect(sent).toEqual({ ok: true, value: undefined })
    expect(read).toMatchObject({
      ok: true,
      value: { ...told, bytes: BYTES.length, sha256, createdAt: expect.any(Date) },
    })
    expect(listed).toEqual({ ok: true, value: [read.ok && read.value] })
    expect(favored).toEqual({ ok: true, value: undefined })
    expect(file.ok && (await buffer(file.value.content))).toEqual(BYTES)
    expect(moved).toEqual({ ok: true, value: { id } })
    expect(inWords(gone)).toMatchObject({ ok: false, error: { message: expect.stringContaining('There is no model') } })
  })

  test('the model of a version is found by its number', async () => {
    const project = await newProject(station)
    await uploadLabelled(station, project)
    const version = await newVersion(station, project)
    const { models } = management
    const upload = await models.prepareForVersion(project, version, 'yolov8n')
    await models.send(upload.ok ? upload.value : '', Readable.from([BYTES]))

    const weights = await models.weights(project, String(version))
    const again = await models.prepareForVersion(project, version, 'yolov8n')

    expect(weights).toMatchObject({ ok: true, value: { fileName: `${project}-1.weights` } })
    expect(inWords(again)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('already has a model') },
    })
  })
})
