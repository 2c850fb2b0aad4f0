import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const NOBODY = { name: 'a.txt', labelmap: new Map([['0', 'boat']]), source: '', overwrite: false }
/** The middle of an image of 64 × 48 pixels, once with a score and once as a triangle. */
const FILE = { ...NOBODY, text: '0 0.5 0.5 0.5 0.5 0.75\n7 0 0 0.5 0 0.5 0.5', source: 'harbor v2' }
const BOX = { className: 'boat', kind: 'box', box: { x0: 16, y0: 12, x1: 48, y1: 36 } }
const TRIANGLE = { className: '7', kind: 'polygon', rings: [[0, 0, 32, 0, 32, 24]] }

describe.each(MANAGEMENTS)('proposals in the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test('they are told with the image, beside its labels', async () => {
    const project = await newProject(station)
    const image = await uploadLabelled(station, project)

    const offered = await management.proposals.offer(project, image, FILE)

    expect(offered).toMatchObject({ ok: true })
    const found = await management.image(project, image)
    expect(found).toMatchObject({
      ok: true,
      value: {
        labels: ['crate'],
        annotation: [{ className: 'crate' }],
        predictions: [
          { object: BOX, score: 0.75, source: 'harbor v2' },
          { object: TRIANGLE, score: null, source: 'harbor v2' },
        ],
      },
    })
  })

  test('those of the same source are replaced, and all of them when that is asked for', async () => {
    const project = await newProject(station)
    const image = await upload(station, project)
    const sources = async () => {
      const found = await management.image(project, image)
      return found.ok ? found.value.predictions.map(({ source }) => source) : sentenceOf(found.error)
    }

    await management.proposals.offer(project, image, FILE)
    await management.proposals.offer(project, image, { ...FILE, source: '' })
    await management.proposals.offer(project, image, FILE)
    const kept = await sources()
    await management.proposals.offer(project, image, { ...NOBODY, text: '0 0.5 0.5 0.5 0.5', overwrite: true })

    expect(kept).toEqual(['', '', 'harbor v2', 'harbor v2'])
    expect(await sources()).toEqual([''])
  })

  test('an unknown image, an unknown project and a file that is none are refused', async () => {
    const project = await newProject(station)
    const image = await upload(station, project)

    const refusals = [
      await management.proposals.offer(project, 'nosuchimage0000000', FILE),
      await management.proposals.offer('nowhere', image, FILE),
      await management.proposals.offer(project, image, { ...FILE, text: 'boat' }),
    ]

    for (const refusal of refusals)
      expect(inWords(refusal)).toMatchObject({ ok: false, error: { message: expect.any(String) } })
  })
})
