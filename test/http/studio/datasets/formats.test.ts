import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { EXPORTERS } from '#formats/exporters/registry'
import { IMPORTERS } from '#formats/importers/registry'
import { collect } from '#test/unit/formats/exporters/kit'
import { datasetProject, imagesOf, importChecked, planOf } from '../../../kit/datasets.ts'
import { exportedArchive } from '../../../kit/exported-archive.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** Formats that say nothing of places, which projects of places cannot keep. */
const CLASSES_ALONE = ['multiclass', 'folder', 'clip']

/** Every exporter whose format is taken in, with each type of project that both keep the same labels in. */
const CASES = EXPORTERS.filter(({ id }) => IMPORTERS.some((importer) => importer.id === id))
  .flatMap((exporter) => ProjectType.options.filter((type) => exporter.tasks[type]).map((type) => ({ exporter, type })))
  .filter(({ exporter, type }) => !CLASSES_ALONE.includes(exporter.id) || type.endsWith('classification'))

describe.each(CASES)('$exporter.id for $type', ({ exporter, type }) => {
  test('an archive that Tessera wrote comes back as it was', async () => {
    const { source, content } = await exportedArchive(exporter, { projectType: type })
    const project = await datasetProject(station, type)

    const plan = await planOf(station, project, [{ path: 'harbor.zip', content }])

    const problems = station.datasets.problems(plan.dataset, { offset: 0, limit: 10 })
    expect(problems).toEqual({ ok: true, value: { total: 0, rows: [] } })
    expect(plan.format).toBe(exporter.id)
    expect(plan.images).toMatchObject({ new: 2, refused: 0 })
    await importChecked(station, plan.dataset)
    const [bay] = await collect(source.images('train'))
    const imported = await imagesOf(station, project)
    expect(Object.values(imported).map(({ shapes }) => shapes)).toEqual([bay?.shapes.length, 0])
  })
})
