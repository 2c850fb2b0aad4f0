import { describe, expect, test } from 'vitest'
import { toTensor } from '#inference/images/tensor'

// Two pixels beside each other.
const PIXELS = { width: 2, height: 1, data: Uint8Array.of(255, 51, 0, 102, 204, 153) }

describe('the tensor of an image', () => {
  test('has a plane for each channel', () => {
    const { dims, data } = toTensor(PIXELS, { channels: 'rgb', divisor: 255, mean: [0, 0, 0], std: [1, 1, 1] })

    expect(dims).toEqual([1, 3, 1, 2])
    expect(data).toEqual(Float32Array.of(1, 0.4, 0.2, 0.8, 0, 0.6))
  })

  test('begins with blue where the network wants that; mean and spread are in the order of the planes', () => {
    const { data } = toTensor(PIXELS, { channels: 'bgr', divisor: 51, mean: [1, 2, 3], std: [1, 2, 4] })

    expect(data).toEqual(Float32Array.of(-1, 2, -0.5, 1, 0.5, -0.25))
  })

  test('holds halves for a network of half precision', () => {
    const { type, data } = toTensor(
      PIXELS,
      { channels: 'rgb', divisor: 255, mean: [0, 0, 1], std: [1, 1, 1] },
      'float16',
    )

    // 1, 0.4, 0.2, 0.8, −1, −0.4 as the bits of IEEE 754.
    expect({ type, data }).toEqual({
      type: 'float16',
      data: Uint16Array.of(0x3c00, 0x3666, 0x3266, 0x3a66, 0xbc00, 0xb666),
    })
  })

  test('halves reach from the smallest to the largest number, and on to the infinite', () => {
    const half = (divisor: number) =>
      toTensor(PIXELS, { channels: 'rgb', divisor, mean: [0, 0, 0], std: [1, 1, 1] }, 'float16').data[0]

    expect([255 * 2 ** 24, 255 * 2 ** 25, 255 * 2 ** 14, 255 / 65504, 255 / 65520].map(half)).toEqual([
      1, 0, 0x400, 0x7bff, 0x7c00,
    ])
  })

  test('cannot be made for a network that takes whole numbers', () => {
    const make = () => toTensor(PIXELS, { channels: 'rgb', divisor: 1, mean: [0, 0, 0], std: [1, 1, 1] }, 'uint8')

    expect(make).toThrow('It takes images as uint8, not as floating-point numbers')
  })
})
