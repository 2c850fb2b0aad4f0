import { InferenceSession } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { readSignature } from '#inference/onnx/read-signature'
import { type YoloOptions, yoloDetector } from '#test/kit/toy-models/detector'
import { type DrawnImage, drawnTensor } from '#test/kit/toy-models/drawn'
import { heavyDetector } from '#test/kit/toy-models/heavy-detector'
import { slowDetector } from '#test/kit/toy-models/slow'

const RED = [255, 0, 0] as const
const DARK_GREEN = [0, 153, 0] as const

/** A red rectangle of 37 × 21 around (28.5, 30.5), and a dark green one of 32 × 64 around (80, 64). */
const IMAGE: DrawnImage = {
  width: 128,
  height: 128,
  rectangles: [
    { rgb: RED, box: [10, 20, 47, 41] },
    { rgb: DARK_GREEN, box: [64, 32, 96, 96] },
  ],
}

const EMPTY: DrawnImage = { width: 128, height: 128, rectangles: [] }

/** The output of a run, as one list of rows per image. */
async function rowsOf(model: Uint8Array, images: readonly DrawnImage[], axis: 1 | 2): Promise<number[][][]> {
  const session = await InferenceSession.create(model)
  const { output0 } = await session.run({ images: drawnTensor(images) })
  const [count = 0, a = 0, b = 0] = output0?.dims ?? []
  const numbers = [...(output0?.data ?? [])].map(Number)
  const at = (n: number, i: number, j: number) => numbers[n * a * b + (axis === 1 ? i * b + j : j * b + i)] ?? 0
  const [rows, columns] = axis === 1 ? [a, b] : [b, a]
  return range(count).map((n) => range(rows).map((i) => range(columns).map((j) => at(n, i, j))))
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i)
}

/** The different boxes of an image whose class scores better than half of what the class ever does. */
function sureBoxes(rows: readonly number[][] = [], classIndex = 0): number[][] {
  const best = Math.max(...rows.map((row) => row[4 + classIndex] ?? 0))
  const sure = rows.filter((row) => (row[4 + classIndex] ?? 0) > best / 2)
  return [...new Set(sure.map((row) => row.slice(0, 4).join()))].map((row) => row.split(',').map(Number))
}

function detector(options: YoloOptions = {}): Uint8Array {
  return yoloDetector({ side: 128, batch: 'batch', ...options })
}

test('every sure anchor of the toy detector has the rectangle it stands on', async () => {
  const [rows = []] = await rowsOf(detector(), [IMAGE], 2)

  expect(rows).toHaveLength(16 * 16 + 8 * 8 + 4 * 4)
  expect(sureBoxes(rows, 0)).toEqual([[28.5, 30.5, 37, 21]])
  expect(sureBoxes(rows, 1)).toEqual([[80, 64, 32, 64]])
})

test('a toy detection is as sure as its colour is bright', async () => {
  const [rows = []] = await rowsOf(detector(), [IMAGE], 2)

  expect(Math.max(...rows.map((row) => row[4] ?? 0))).toBe(1)
  expect(Math.max(...rows.map((row) => row[5] ?? 0))).toBeCloseTo(0.6, 5)
})

test('images that run together are told apart', async () => {
  const [empty = [], drawn = []] = await rowsOf(detector(), [EMPTY, IMAGE], 2)

  expect(Math.max(...empty.flatMap((row) => row.slice(4)))).toBe(0)
  expect(sureBoxes(drawn, 0)).toEqual([[28.5, 30.5, 37, 21]])
})

test('a toy detector with open sides takes an image that is no square', async () => {
  const wide = { ...IMAGE, width: 192 }

  const [rows = []] = await rowsOf(detector({ side: 'dynamic' }), [wide], 2)

  expect(rows).toHaveLength(24 * 16 + 12 * 8 + 6 * 4)
  expect(sureBoxes(rows, 1)).toEqual([[80, 64, 32, 64]])
})

test('the layout of YOLOv5 needs objectness and class together', async () => {
  const [rows = []] = await rowsOf(detector({ layout: 'v5' }), [IMAGE], 1)
  const joined = rows.map(([x = 0, y = 0, w = 0, h = 0, object = 0, ...classes]) => [
    x,
    y,
    w,
    h,
    ...classes.map((score) => score * object),
  ])

  expect(rows).toHaveLength(3 * 336)
  expect(Math.max(...rows.filter((row) => row[4] === 0).map((row) => row[5] ?? 0))).toBeCloseTo(0.9, 5)
  expect(sureBoxes(joined, 0)).toEqual([[28.5, 30.5, 37, 21]])
  expect(sureBoxes(joined, 1)).toEqual([[80, 64, 32, 64]])
})

test('the end-to-end layout gives every object once, the surest first', async () => {
  const [rows = []] = await rowsOf(detector({ layout: 'end-to-end' }), [IMAGE], 1)

  expect(rows).toHaveLength(256)
  expect(rows[0]).toEqual([10, 20, 47, 41, 1, 0])
  expect(rows[1]).toEqual([64, 32, 96, 96, expect.closeTo(0.6, 5), 1])
  expect(rows.slice(2).every((row) => row[4] === 0)).toBe(true)
})

test('the toy detector says of itself what an export of Ultralytics says', () => {
  const signature = readSignature(yoloDetector({ names: ['ripe', 'unripe'] }))

  expect(signature).toMatchObject({
    value: {
      inputs: [{ name: 'images', type: 'float32', dims: [1, 3, 640, 640] }],
      outputs: [{ name: 'output0', type: 'float32', dims: [1, 6, 8400] }],
      metadata: { names: "{0: 'ripe', 1: 'unripe'}", stride: '32', imgsz: '[640, 640]', task: 'detect' },
    },
  })
})

test.each([
  ['heavy', heavyDetector({ side: 128 })],
  ['slow', slowDetector(0.05)],
])('the %s detector finds what the toy detector finds', async (_, model) => {
  const side = readSignature(model)
  const length = side.ok ? Number(side.value.inputs[0]?.dims[2]) : 0

  const [rows = []] = await rowsOf(model, [{ ...IMAGE, width: length, height: length }], 2)

  expect(sureBoxes(rows, 0)).toEqual([[28.5, 30.5, 37, 21]])
  expect(sureBoxes(rows, 1)).toEqual([[80, 64, 32, 64]])
})
