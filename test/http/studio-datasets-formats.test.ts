import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { archiveOf } from '#formats/archive'
import { EXPORTERS } from '#formats/exporters/registry'
import { IMPORTERS } from '#formats/importers/registry'
import type { ExportSource } from '#formats/kit/files'
import { collect, harbor, sourceOf } from '#test/unit/formats/kit'
import { datasetProject, importChecked, picturesOf, planOf } from '../kit/datasets.ts'
import { type TestStation, testStation } from '../kit/station.ts'

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
    const { source, pictures } = await withPictures(harbor({ projectType: type }))
    const archive = archiveOf(exporter.files(source), {
      mtime: source.version.createdAt,
      signal: new AbortController().signal,
      readImage: async (blob) => pictures.get(blob) ?? Buffer.alloc(0),
    })
    const content = Buffer.concat(await collect(archive))
    const project = await datasetProject(station, type)

    const plan = await planOf(station, project, [{ path: 'harbor.zip', content }])

    const problems = station.datasets.problems(plan.dataset, { offset: 0, limit: 10 })
    expect(problems).toEqual({ ok: true, value: { total: 0, rows: [] } })
    expect(plan.format).toBe(exporter.id)
    expect(plan.pictures).toMatchObject({ new: 2, refused: 0 })
    await importChecked(station, plan.dataset)
    const [bay] = await collect(source.images('train'))
    const imported = await picturesOf(station, project)
    expect(Object.values(imported).map(({ shapes }) => shapes)).toEqual([bay?.shapes.length, 0])
  })
})

/** The data set with sound pictures. */
async function withPictures({ version, images }: ExportSource) {
  const [bay, quay] = await collect(images('train'))
  if (bay === undefined || quay === undefined) throw new Error('The data set has other pictures')
  const [first, second] = [await jpeg('#204060'), await jpeg('#806040')]
  const source = sourceOf(version, [
    { ...bay, bytes: first.length },
    { ...quay, bytes: second.length },
  ])
  return {
    source,
    pictures: new Map([
      [bay.blob, first],
      [quay.blob, second],
    ]),
  }
}

async function jpeg(background: string): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 100, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
