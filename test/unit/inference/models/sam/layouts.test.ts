import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { InstalledModel, ModelRuntime } from '#core/models/inference/ports'
import { samLayoutOf } from '#inference/models/sam/layouts'
import { readSignature } from '#inference/onnx/read-signature'
import { installedModel, sharedRuntime } from '../../../../kit/model-host.ts'
import {
  metaToy,
  samexporterToy,
  type ToySam,
  transformersFirstToy,
  transformersToy,
} from '../../../../kit/toy-models/sam/layouts.ts'
import { agreement, click, type Disc, segmenting, whiteImage } from '../../../../kit/toy-models/sam/scene.ts'

const SIZE = { width: 2130, height: 1960 }
const AT = { x: 1500, y: 700 }
const white = whiteImage(SIZE)

/** Each with the side of its frame. */
const STRETCHED = {
  samexporter: [samexporterToy(), 1024],
  'samexporter without masks': [samexporterToy({ takesMasks: false }), 1024],
  'samexporter in half precision': [samexporterToy({ half: true }), 1024],
  transformers: [transformersToy(), 1024],
  'the tracker of SAM 3': [transformersToy({ sam3: true }), 1008],
} as const

test('a click cuts out the disc under it through a stretched frame', async () => {
  const runtime = sharedRuntime()

  for (const [name, [toy, side]] of Object.entries(STRETCHED)) {
    const disc = { ...AT, radiusX: (180 * SIZE.width) / side, radiusY: (180 * SIZE.height) / side }

    expect([name, await clickedAgreement(runtime, await installed(name, toy), disc)]).toEqual([name, ALIKE])
  }
})

const PADDED = {
  'transformers-sam1': transformersFirstToy(),
  meta: metaToy(),
  'meta with pixels': metaToy({ pixels: true }),
  'meta with four masks': metaToy({ four: true }),
  'meta with large masks alone': metaToy({ small: false }),
} as const

test('a click cuts out the disc under it through a padded frame', async () => {
  const runtime = sharedRuntime()
  const radius = (180 * 2130) / 1024

  for (const [name, toy] of Object.entries(PADDED)) {
    const disc = { ...AT, radiusX: radius, radiusY: radius }

    expect([name, await clickedAgreement(runtime, await installed(name, toy), disc)]).toEqual([name, ALIKE])
  }
})

test('every layout is told by the tensors of its networks', () => {
  const toys = { ...Object.fromEntries(Object.entries(STRETCHED).map(([name, [toy]]) => [name, toy])), ...PADDED }

  const layouts = Object.values(toys).map((toy) => samLayoutOf(shapesOf(toy))?.id)

  expect(layouts).toEqual([
    'samexporter',
    'samexporter',
    'samexporter',
    'transformers',
    'transformers',
    'transformers-sam1',
    'meta',
    'meta-pixels',
    'meta',
    'meta',
  ])
  const { encoder, decoder } = shapesOf(metaToy())
  expect(samLayoutOf({ encoder: decoder, decoder: encoder })).toBeUndefined()
})

/** An intersection over union of more than 0.98. */
const ALIKE = expect.closeTo(1, 1.7)

function installed(name: string, toy: ToySam): Promise<InstalledModel> {
  const id = `toys/${name.replaceAll(' ', '-')}`
  return installedModel({ id, task: 'unsupervised-segmentation', family: 'sam' }, toy)
}

function shapesOf({ encoder, decoder }: ToySam) {
  return { encoder: shapeOf(encoder[1]), decoder: shapeOf(decoder[1]) }
}

function shapeOf(bytes: Uint8Array) {
  const signature = readSignature(bytes)
  if (!signature.ok) throw new Error(sentenceOf(signature.error.reason))
  return signature.value
}

async function clickedAgreement(runtime: ModelRuntime, model: InstalledModel, disc: Disc): Promise<number> {
  const input = { ...segmenting(await white, click(AT.x, AT.y)), imageId: 'white' }
  const answer = await runtime.run({ model, operation: 'segment', input })
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  return agreement(answer.value.output.masks[0]?.[0], SIZE, disc)
}
