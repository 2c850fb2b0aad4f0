import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetProject, importChecked, planOf } from '../kit/datasets.ts'
import { someImage } from '../kit/images.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { makeZip } from '../kit/zip-maker.ts'

const WINDOW = { filter: {}, sort: 'added', offset: 0, limit: 100 } as const

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** Every third one takes much longer to decode than the two after it. */
async function frames(count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const side = index % 3 === 0 ? 1600 : 8
      return { path: `frame ${index + 1}.png`, content: await someImage(side, side) }
    }),
  )
}

test('images that are taken in side by side are added in the order of their archive', async () => {
  const project = await datasetProject(station)
  const sent = await frames(24)

  const { dataset } = await planOf(station, project, [{ path: 'frames.zip', content: makeZip(sent) }])
  await importChecked(station, dataset)

  const names = (await station.services.images.page(project, WINDOW)).rows.map(({ name }) => name)
  expect(names).toEqual(sent.map(({ path }) => path))
})
