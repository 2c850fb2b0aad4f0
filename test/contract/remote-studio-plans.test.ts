import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import type { Preprocessing } from '#common/versions/preprocessing'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

/** Facts about a version before a remote makes it. */
describe.each(MANAGEMENTS)('a plan elsewhere, over the $name management', ({ open }) => {
  let station: TestStation
  let studio: StudioOfRemote
  let project: ProjectSlug

  beforeAll(async () => {
    station = await testStation()
    studio = remoteProcedures(studioOfRemote(await open(station)))
    project = ProjectSlug.parse(await newProject(station))
    await uploadLabelled(station, project, { split: 'train' })
    await uploadLabelled(station, project, { split: 'valid' })
    await upload(station, project)
  })

  afterAll(async () => station.close())

  test.each<[string, Preprocessing, object]>([
    ['counts the labelled images', {}, { sources: 2, leftOut: 1, images: 2 }],
    ['counts the tiles of a grid', { tile: { rows: 2, columns: 3 } }, { sources: 2, images: 12, splits: { train: 6 } }],
    ['says nothing of single objects', { isolate: true }, { sources: 2, images: null, splits: null }],
    ['says nothing of how many need labels', { 'filter-null': { percent: 80 } }, { sources: 2, images: null }],
    ['leaves out what lacks a tag', { 'filter-tags': { museum: true } }, { sources: 0, leftOut: 3, images: 0 }],
    ['keeps what lacks an unwanted tag', { 'filter-tags': { museum: false } }, { sources: 2, leftOut: 1, images: 2 }],
    ['names the classes of the version', { remap: { crate: 'box' } }, { classes: [{ name: 'box' }] }],
  ])('%s', async (_, preprocessing, plan) => {
    const settings = { preprocessing, augmentation: {} }

    expect(await studio.versions.plan({ project, settings })).toMatchObject(plan)
  })

  test('the number of the next version is not told there', async () => {
    expect(await studio.versions.next({ project })).toEqual({ number: null })
  })

  test('what formats keep of a version is not counted there', async () => {
    expect(await studio.exports.kept({ project, version: 1 })).toBeNull()
  })

  test('tags are not told there', async () => {
    expect(await studio.images.tags({ project })).toEqual([])
  })
})
