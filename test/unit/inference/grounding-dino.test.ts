import { expect, test } from 'vitest'
import { readSignature } from '#common/onnx/read-signature'
import type { InputOf, PictureSource } from '#core/inference/operations'
import type { InstalledModel } from '#core/inference/ports'
import { groundingDinoLayoutOf } from '#inference/models/grounding-dino/layout'
import { installedModel, PREDICT, testRuntime } from '../../kit/model-host.ts'
import { paintedPicture } from '../../kit/painted-picture.ts'
import { dinoDetector, type ToyDino } from '../../kit/toy-models/dino-detector.ts'
import { bertFile, bertIds } from '../../kit/toy-models/tokenizer-bert.ts'

const COUNTED = Array.from({ length: 500 }, (_, place) => `thing${place}`)
const VOCABULARY = bertIds(['red', 'green', 'blue', 'crimson', 'car', 'big', ...COUNTED])
const RED = { colour: '#f00', box: [20, 10, 60, 40] } as const
const GREEN = { colour: '#0f0', box: [100, 60, 140, 80] } as const
const SCENE = { width: 160, height: 100, ground: '#000', rectangles: [RED, GREEN] } as const

const LAYOUTS = {
  'transformers, open sides': { layout: 'transformers' },
  'transformers, 800 × 800': { layout: 'transformers', sides: [800, 800] },
  'first phrase only': { layout: 'first-phrase' },
  original: { layout: 'original', sides: [320, 480] },
  'original, texts of 64 tokens': { layout: 'original', length: 64 },
} as const

test.each(Object.entries(LAYOUTS))('in the layout "%s" each class is found where its colour lies', async (_, toy) => {
  const found = await find({ toy, classes: ['blue', 'green', 'Red car', 'big'] })

  expect(found).toEqual([
    {
      classIndex: expect.any(Number),
      box: expect.anything(),
      name: expect.any(String),
      confidence: expect.any(Number),
    },
    {
      classIndex: expect.any(Number),
      box: expect.anything(),
      name: expect.any(String),
      confidence: expect.any(Number),
    },
  ])
  expect(found.map(({ name, classIndex }) => [name, classIndex]).toSorted()).toEqual([
    ['Red car', 2],
    ['green', 1],
  ])
  const boxes = Object.fromEntries(found.map(({ name, box }) => [name, box]))
  expect(near(boxes['Red car'], RED.box)).toBe(true)
  expect(near(boxes['green'], GREEN.box)).toBe(true)
})
