import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { foreignReading } from '#compose/dataset-reading/readers'
import type { Project } from '#core/dataset/projects/ports'
import { datasetProject, imagesOf, importChecked, planOf } from '../../../kit/datasets.ts'
import { someImage } from '../../../kit/images.ts'
import { type TestStation, testStation } from '../../../kit/station.ts'

const reading = foreignReading()
/** Whether each request to recognize a dataset came with what is known of it. */
const isKnown: boolean[] = []
let station: TestStation
let project: Project

beforeEach(async () => {
  const foreign: typeof reading = {
    ...reading,
    readers: {
      ...reading.readers,
      async open(place, signal) {
        const reader = await reading.readers.open(place, signal)
        return {
          ...reader,
          recognise(type, known) {
            isKnown.push(known !== undefined)
            return reader.recognise(type, known)
          },
        }
      },
    },
  }
  station = await testStation({ foreign })
  project = await datasetProject(station)
})

afterEach(async () => station.close())
afterAll(async () => reading.close())

test('what the check recognised is not recognised again by a second check or the import', async () => {
  const files = [
    { path: 'bay.png', content: await someImage() },
    { path: 'bay.txt', content: '0 0.5 0.5 0.2 0.2' },
    { path: 'data.yaml', content: 'names: [crate]' },
  ]
  const { dataset, format, formats } = await planOf(station, project, files)
  const again = await station.datasets.check(dataset, format)
  if (!again.ok) throw new Error(sentenceOf(again.error))
  await station.taskEnd(again.value)
  expect(station.datasets.plan(dataset)).toMatchObject({ ok: true, value: { format, formats } })

  const { status } = await importChecked(station, dataset)

  expect(status).toBe('completed')
  expect(isKnown).toEqual([false, true, true])
  expect(await imagesOf(station, project)).toMatchObject({ 'bay.png': { shapes: 1 } })
})
