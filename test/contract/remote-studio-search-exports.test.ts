import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImageFilter } from '#common/contract/images'
import { ClassId, ImageId, ProjectSlug, type TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import type { RemoteStudio } from '#core/remote/service'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { readZip } from '../kit/zip-file.ts'

describe.each(MANAGEMENTS)('exports of what a filter shows elsewhere, over the $name management', ({ open }) => {
  let station: TestStation
  let management: Management
  let there: RemoteStudio
  let studio: StudioOfRemote
  let asked: object[]

  beforeAll(async () => {
    station = await testStation()
    management = watched(await open(station))
    there = studioOfRemote(management)
    studio = remoteProcedures(there)
  })

  afterAll(async () => station.close())

  /** The same management; what exports are asked of it is noted down. */
  function watched(whole: Management): Management {
    asked = []
    const { search } = whole
    return {
      ...whole,
      search: {
        ...search,
        startExport(wanted) {
          asked.push(wanted)
          return search.startExport(wanted)
        },
      },
    }
  }

  async function makeProject() {
    const project = ProjectSlug.parse(await newProject(station))
    const quay = await uploadLabelled(station, project, { name: 'quay.png', split: 'valid', batch: 'Monday' })
    await upload(station, project, { name: 'gull.png' })
    return { project, quay }
  }

  async function ended(taskId: TaskId) {
    await expect.poll(async () => (await studio.tasks.read({ taskId })).status).not.toBe('running')
    return studio.tasks.read({ taskId })
  }

  async function exported(project: ProjectSlug, filter: ImageFilter) {
    const { taskId } = await studio.exports.startPicked({ project, picked: { filter }, format: 'coco' })
    const task = await ended(taskId)
    const archive = await there.searchExports.open(taskId)
    if (!archive.ok) throw new Error(`${sentenceOf(archive.error)}. ${task.error?.english}`)
    const bytes = await buffer(archive.value.content)
    expect(bytes.length).toBe(archive.value.bytes)
    return { taskId, task, files: [...(await readZip(bytes)).keys()].filter((path) => path.endsWith('.jpg')) }
  }

  test('the formats are those that fit the project, and none is made', async () => {
    const { project } = await makeProject()

    const formats = await studio.exports.pickedFormats({ project })

    expect(formats.map(({ id }) => id)).toEqual(expect.arrayContaining(['coco', 'yolov8']))
    expect(formats.every(({ made }) => made === null)).toBe(true)
  })

  test('what a filter shows comes as one archive, and its task says where it is', async () => {
    const { project } = await makeProject()
    const [crate] = await studio.projects.classes.list({ project })
    const { batches } = await studio.images.facets({ project })
    const monday = batches.filter(({ name }) => name === 'Monday').map(({ id }) => id)
    const filter: ImageFilter = {
      splits: ['valid'],
      classes: crate ? [crate.id] : [],
      batches: monday,
      states: ['done'],
      text: 'quay',
    }

    const all = await exported(project, {})
    const one = await exported(project, filter)

    expect(all.task).toMatchObject({
      kind: 'search-export',
      status: 'completed',
      project,
      title: { english: 'Export images as coco' },
      result: { url: `/search-exports/${all.taskId}`, fileName: expect.stringMatching(/^harbor-\d+\.coco\.zip$/) },
    })
    expect(new Set(all.files.map((path) => path.split('/')[0]))).toEqual(new Set(['train', 'valid']))
    expect(one.files).toEqual([expect.stringMatching(/^valid\/quay/)])
  })

  test('what was changed after the press is not in it', async () => {
    const { project } = await makeProject()
    const { taskId } = await studio.exports.startPicked({ project, picked: { filter: {} }, format: 'coco' })
    await upload(station, project, { name: 'late.png' })
    await ended(taskId)

    const archive = await there.searchExports.open(taskId)

    if (!archive.ok) throw new Error(sentenceOf(archive.error))
    const files = [...(await readZip(await buffer(archive.value.content))).keys()]
    expect(files.some((path) => path.includes('gull'))).toBe(true)
    expect(files.some((path) => path.includes('late'))).toBe(false)
  })

  test('what cannot be said in words is refused before anything is asked', async () => {
    const { project, quay } = await makeProject()
    const start = (picked: Parameters<StudioOfRemote['exports']['startPicked']>[0]['picked']) =>
      studio.exports.startPicked({ project, picked, format: 'coco' })
    const many = Array.from({ length: 101 }, (_, place) => ClassId.parse(`class${String(place).padStart(5, '0')}`))
    asked = []

    await expect(start({ images: [ImageId.parse(quay)] })).rejects.toMatchObject({
      data: { reason: 'remote-cannot' },
      message: expect.stringContaining('nas:9000 has no words for single images'),
    })
    await expect(start({ filter: { classes: many } })).rejects.toMatchObject({
      data: { reason: 'search-invalid' },
      message: expect.stringContaining('Take some of its boxes away'),
    })
    await expect(start({ filter: { search: 'colour:red' } })).rejects.toMatchObject({
      data: { reason: 'search-invalid' },
    })
    expect(asked).toEqual([])
  })

  test('a filter that shows nothing, and a format that nobody knows, are refused', async () => {
    const { project } = await makeProject()
    const start = (filter: ImageFilter, format: string) =>
      studio.exports.startPicked({ project, picked: { filter }, format })

    await expect(start({ text: 'nowhere' }, 'coco')).rejects.toThrow('nothing to export')
    await expect(start({}, 'papyrus')).rejects.toThrow('papyrus')
  })

  test('an archive that was not begun here is not opened', async () => {
    const { taskId } = await exported((await makeProject()).project, {})

    const foreign = await studioOfRemote(management).searchExports.open(taskId)

    expect(inWords(foreign)).toMatchObject({ ok: false, error: { reason: 'export-not-found' } })
  })
})
