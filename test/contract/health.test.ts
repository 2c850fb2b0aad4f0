import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('the health report of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test('it counts what is there, and follows every change', async () => {
    const project = await newProject(station)
    await uploadLabelled(station, project)
    await upload(station, project, { split: 'valid' })
    const before = await management.health.read(project)
    await uploadLabelled(station, project, { split: 'test' })

    const after = await management.health.read(project)

    const crate = { name: 'crate', count: 1, images: 1, balance: 1, splits: { train: 1, valid: 0, test: 0 } }
    expect(before).toMatchObject({
      ok: true,
      value: {
        images: 2,
        annotations: 1,
        averageAnnotations: 1,
        unannotated: 1,
        nullExamples: 0,
        splits: { train: 1, valid: 1, test: 0 },
        classes: [crate],
        generatedAt: expect.any(Date),
      },
    })
    expect(after).toMatchObject({ ok: true, value: { images: 3, annotations: 2, splits: { test: 1 } } })
  })

  test('the heat map shows where objects lie', async () => {
    const project = await newProject(station)
    await uploadLabelled(station, project)

    const report = await management.health.read(project)
    if (!report.ok) throw new Error(sentenceOf(report.error))

    // The box of the test image covers the middle half of each side: 12 of 24 cells.
    const map = report.value.heatMaps['crate'] ?? []
    const touched = map.filter((shapes) => shapes > 0).length
    expect(map).toHaveLength(24 * 24)
    expect(touched).toBe(12 * 12)
    expect(map[12 * 24 + 12]).toBe(1)
    expect(map[0]).toBe(0)
  })

  test('images that look alike are told in pairs, and leak when they lie in several splits', async () => {
    const project = await newProject(station)
    const first = await upload(station, project, { split: 'train' })
    const second = await upload(station, project, { split: 'test' })

    const report = await management.health.read(project)
    if (!report.ok) throw new Error(sentenceOf(report.error))

    const { nearDuplicates, splitLeakage, notCompared } = report.value
    expect(nearDuplicates).toMatchObject({ groups: 1, images: 2 })
    expect(nearDuplicates.pairs[0]?.images).toMatchObject([
      { id: first, split: 'train' },
      { id: second, split: 'test' },
    ])
    expect(nearDuplicates.pairs[0]?.similarity).toBeGreaterThan(0.95)
    expect(splitLeakage).toEqual(nearDuplicates)
    expect(notCompared).toBe(0)
  })

  test('what looks alike stays known while labels change, and follows images, splits and their places', async () => {
    const project = await newProject(station)
    const first = await upload(station, project, { split: 'train' })
    const last = await upload(station, project, { split: 'test' })
    const leaks = async () => {
      const report = await management.health.read(project)
      return report.ok && report.value.splitLeakage.pairs.map(({ images }) => images.map(({ id }) => id))
    }
    await leaks()

    const label = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: 'crate' } }
    await station.management.post(`/dataset/${project}/annotate/${first}?name=a.txt`, { json: label })
    const labelled = await leaks()
    await station.management.request('DELETE', `/acme/${project}/images`, { json: { images: [last] } })
    await station.management.request('DELETE', '/acme/images', { json: { images: [last] } })
    const another = await upload(station, project, { split: 'test' })
    const replaced = await leaks()

    expect(labelled).toEqual([[first, last]])
    expect(replaced).toEqual([[first, another]])
  })

  test('a report follows images that change their splits in opposite directions', async () => {
    // The first images of a library: their places are such small numbers that sums of them are easily the same.
    const fresh = await testStation()
    const slug = await newProject(fresh)
    const first = ImageId.parse(await upload(fresh, slug, { split: 'test' }))
    const second = ImageId.parse(await upload(fresh, slug, { split: 'train' }))
    const { health } = await open(fresh)
    await health.read(slug)

    const project = await fresh.services.projects.find(fresh.workspace, slug)
    if (!project.ok) throw new Error(sentenceOf(project.error))
    await fresh.services.images.setSplit(project.value, [first], 'train')
    await fresh.services.images.setSplit(project.value, [second], 'valid')
    const report = await health.read(slug)
    await fresh.close()

    expect(report).toMatchObject({ ok: true, value: { splits: { train: 1, valid: 1, test: 0 } } })
  })

  test('an empty project is healthy in its own way', async () => {
    const report = await management.health.read(await newProject(station))

    const nothing = {
      images: 0,
      annotations: 0,
      averageAnnotations: 0,
      classes: [],
      dimensions: undefined,
      heatMaps: {},
    }
    expect(report).toMatchObject({ ok: true, value: nothing })
    expect(await management.health.read('nowhere')).toMatchObject({ ok: false })
  })
})
