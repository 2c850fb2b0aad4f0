import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject, newVersion } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Created = z.object({ id: z.string() })

const SPLITS = ['train', 'train', 'test']

/** Three files of the same pixels and the same box, one of them in another split. */
async function equalImages(): Promise<string> {
  const project = await newProject(station)
  const pixels = sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 10, g: 90, b: 200 } } })
  const files = [
    await pixels.clone().png({ compressionLevel: 0 }).toBuffer(),
    await pixels.clone().png({ compressionLevel: 9 }).toBuffer(),
    await pixels.clone().tiff().toBuffer(),
  ]
  for (const [place, file] of files.entries()) {
    const form = imageForm(file, { name: `${place}.png`, split: SPLITS[place] ?? 'train' })
    const { id } = Created.parse((await station.management.post(`/dataset/${project}/upload`, { form })).body)
    const json = { annotationFile: '0 0.25 0.5 0.25 0.5', labelmap: { 0: 'crate' } }
    await station.management.post(`/dataset/${project}/annotate/${id}?name=boxes.txt`, { json })
  }
  return project
}

async function splitsOf(project: string, version: number) {
  const { body } = await station.management.get(`/acme/${project}/${version}?nocache=true`)
  return z.object({ version: z.object({ splits: z.record(z.string(), z.number()) }) }).parse(body).version.splits
}

test.each([{}, { 'image-format': { format: 'original' } }])(
  'images that are equal in pixels and labels are all in a version of %j, each in its split',
  async (preprocessing) => {
    const project = await equalImages()

    const version = await newVersion(station, project, { preprocessing })

    expect(await splitsOf(project, version)).toMatchObject({ train: 2, test: 1 })
  },
)

test('a copy that equals an image of the version is left out, and so is one that equals another copy', async () => {
  const project = await equalImages()

  const version = await newVersion(station, project, {
    augmentation: { flip: { horizontal: true }, image: { versions: 10 } },
    seed: '00112233445566778899aabbccddeeff',
  })

  expect(await splitsOf(project, version)).toMatchObject({ train: 3, test: 1 })
})
