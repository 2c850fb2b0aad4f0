import { expect, test } from 'vitest'
import type { InstalledModel } from '#core/inference/ports'
import { installedModel, testRuntime } from '../../kit/model-host.ts'
import {
  metaToy,
  samexporterToy,
  type ToySam,
  transformersFirstToy,
  transformersToy,
} from '../../kit/toy-models/sam.ts'
import { agreement, click, type Disc, segmenting, whitePicture } from '../../kit/toy-models/sam-scene.ts'

const SIZE = { width: 2130, height: 1960 }
const AT = { x: 1500, y: 700 }

const STRETCHED = [
  ['samexporter', samexporterToy(), 1024],
  ['samexporter without masks', samexporterToy({ takesMasks: false }), 1024],
  ['transformers', transformersToy(), 1024],
  ['the tracker of SAM 3', transformersToy({ sam3: true }), 1008],
] as const

for (const [name, toy, side] of STRETCHED)
  test(`a click cuts out the disc under it through a stretched frame: ${name}`, async () => {
    const disc = { ...AT, radiusX: (180 * SIZE.width) / side, radiusY: (180 * SIZE.height) / side }

    expect(await clickedAgreement(await installed(toy), disc)).toBeGreaterThan(0.98)
  })

const PADDED = [
  ['transformers-sam1', transformersFirstToy()],
  ['meta', metaToy()],
  ['meta with pixels', metaToy({ pixels: true })],
  ['meta with four masks', metaToy({ four: true })],
  ['meta with large masks alone', metaToy({ small: false })],
] as const

for (const [name, toy] of PADDED)
  test(`a click cuts out the disc under it through a padded frame: ${name}`, async () => {
    const radius = (180 * 2130) / 1024

    expect(await clickedAgreement(await installed(toy), { ...AT, radiusX: radius, radiusY: radius })).toBeGreaterThan(
      0.98,
    )
  })

function installed(toy: ToySam): Promise<InstalledModel> {
  return installedModel({ id: 'toys/sam', task: 'unsupervised-segmentation', family: 'sam' }, toy)
}

async function clickedAgreement(model: InstalledModel, disc: Disc): Promise<number> {
  const input = segmenting(await whitePicture(SIZE), click(AT.x, AT.y))
  const answer = await testRuntime().run({ model, operation: 'segment', input })
  if (!answer.ok) throw new Error(answer.error.message)
  return agreement(answer.value.output.masks[0]?.[0], SIZE, disc)
}
