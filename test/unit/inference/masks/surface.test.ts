import { describe, expect, test } from 'vitest'
import type { Mask } from '#common/geometry/mask'
import type { Ring, Rings } from '#common/geometry/polygon'
import { decodeMask } from '#common/geometry/rle'
import type { Size } from '#common/geometry/space'
import { forEachRowRun } from '#inference/masks/line-runs'
import { outerOutlines, outerOutlinesOf } from '#inference/masks/outlines'
import { runLengthsIou, runLengthsOf } from '#inference/masks/runs'
import { type Surface, surfaceOver, surfaceRow } from '#inference/masks/surface'
import { drawn } from '#test/kit/drawn-contours'

const SIZES: readonly Size[] = [
  { width: 61, height: 37 },
  { width: 5, height: 400 },
  { width: 3, height: 2 },
  { width: 16, height: 12 },
]

describe('a coarse mask over an image', () => {
  test('has the pixels whose interpolated value is 0 or more, row by row and in columns', () => {
    for (const surface of surfaces()) {
      const expected = maskOf(surface)

      expect(byRows(surface)).toEqual(expected.data)
      expect(decodeMask(runLengthsOf(surface), surface.size)).toEqual({ ok: true, value: expected })
    }
  })

  test('interpolates between the middles of cells and goes on flat beyond the outermost', () => {
    const grid = { width: 2, height: 1, values: Float32Array.of(-4, 4) }

    const surface = surfaceOver({ width: 8, height: 1 }, grid, { x0: 0, y0: 0, x1: 2, y1: 1 })

    expect([...surfaceRow(surface, 0)]).toEqual([-4, -4, -3, -1, 1, 3, 4, 4])
  })

  test('leaves out what pads the frame', () => {
    const grid = { width: 4, height: 1, values: Float32Array.of(-4, 4, 90, 90) }

    const surface = surfaceOver({ width: 4, height: 1 }, grid, { x0: 0, y0: 0, x1: 2, y1: 1 })

    expect([...surfaceRow(surface, 0)]).toEqual([-4, -2, 2, 4])
  })

  test('is empty where the network answers no numbers', () => {
    const grid = { width: 2, height: 2, values: new Float32Array(4).fill(Number.NaN) }

    const surface = surfaceOver({ width: 9, height: 9 }, grid, { x0: 0, y0: 0, x1: 2, y1: 2 })

    expect(runLengthsOf(surface)).toEqual([81])
    expect(outerOutlines(surface)).toEqual([])
  })
})

describe('the outlines of a mask', () => {
  test('give the mask without its holes when they are filled with their border', () => {
    for (const surface of surfaces()) {
      const outlines = outerOutlines(surface)

      expect(drawn(outlines, surface.size)).toEqual(withoutTrifles(withoutHoles(maskOf(surface)), outlines))
    }
  })

  test('run along the middles of the outermost pixels, by their corners', () => {
    const surface = pixels(['......', '.####.', '.####.', '.####.', '......'])

    expect(outerOutlines(surface).map(sorted)).toEqual([['1 1', '1 3', '4 1', '4 3']])
  })

  test('join parts across a corner and leave out holes and what lies inside them', () => {
    const surface = pixels([
      '#######..',
      '#.....#..',
      '#.###.#..',
      '#.###.#..',
      '#.....#..',
      '#######..',
      '.......##',
      '.......##',
    ])

    // The corner is passed on the way there and back.
    const [square, tail] = [
      ['0 0', '0 5', '6 0', '6 5', '6 5'],
      ['7 6', '7 6', '7 7', '8 6', '8 7'],
    ]
    expect(outerOutlines(surface).map(sorted)).toEqual([[...square, ...tail]])
  })

  test('of a mask keep those of a single pixel', () => {
    const mask = maskOf(pixels(['#....', '.....', '..###', '.....']))

    expect(outerOutlinesOf(mask)).toEqual([
      [0, 0],
      [2, 2, 4, 2],
    ])
  })

  test('are dropped where they have fewer than three points', () => {
    expect(outerOutlines(pixels(['#....', '.....', '..###', '.....']))).toEqual([])
  })
})

describe('the overlap of two run lengths', () => {
  test('is shared pixels over all pixels', () => {
    expect(runLengthsIou([2, 4, 4], [4, 4, 2])).toBeCloseTo(2 / 6)
    expect(runLengthsIou([0, 10], [0, 10])).toBe(1)
    expect(runLengthsIou([10], [10])).toBe(0)
    expect(runLengthsIou([0, 3, 2, 5], [3, 2, 5])).toBe(0)
  })
})

/** Random grids over images larger and smaller than they are, some of them padded. */
function* surfaces(): Generator<Surface> {
  const random = seeded(7)
  for (const size of SIZES) {
    for (let round = 0; round < 30; round += 1) {
      const grid = { width: 9, height: 7, values: Float32Array.from({ length: 63 }, () => random() * 2 - 1.2) }
      yield surfaceOver(size, grid, { x0: 0, y0: 0, x1: round % 2 ? 9 : 6.4, y1: round % 3 ? 7 : 5.1 })
    }
  }
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A mask drawn as text, one cell a pixel. */
function pixels(rows: readonly string[]): Surface {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const values = Float32Array.from(Array.from(rows.join('')), (pixel) => (pixel === '#' ? 1 : -1))
  return surfaceOver({ width, height }, { width, height, values }, { x0: 0, y0: 0, x1: width, y1: height })
}

function maskOf(surface: Surface): Mask {
  const rows = Array.from({ length: surface.size.height }, (_, row) => [...surfaceRow(surface, row)])
  return { ...surface.size, data: Uint8Array.from(rows.flat(), (value) => (value >= 0 ? 1 : 0)) }
}

function byRows(surface: Surface): Uint8Array {
  const { width, height } = surface.size
  const data = new Uint8Array(width * height)
  forEachRowRun(surface, (row, from, to) => data.fill(1, row * width + from, row * width + to))
  return data
}

/** Nothing that cannot be reached from outside by its sides is a hole. */
function withoutHoles({ width, height, data }: Mask): Mask {
  const outside = new Uint8Array(data.length)
  const isOpen = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 0
  const open = Array.from(data.keys(), (i) => [i % width, Math.floor(i / width)] as const)
  const stack = open.filter(([x, y]) => x === 0 || y === 0 || x === width - 1 || y === height - 1)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [x, y] = next
    if (!isOpen(x, y) || outside[y * width + x] === 1) continue
    outside[y * width + x] = 1
    stack.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1])
  }
  return { width, height, data: outside.map((value) => 1 - value) }
}

/** Parts of one or two corners have no outline. */
function withoutTrifles(mask: Mask, outlines: Rings): Mask {
  const { width, height } = mask
  const seen = new Uint8Array(width * height)
  const stack = outlines.map(([x = 0, y = 0]) => [x, y] as const)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [x, y] = next
    const isIn = x >= 0 && y >= 0 && x < width && y < height && mask.data[y * width + x] === 1
    if (!isIn || seen[y * width + x] === 1) continue
    seen[y * width + x] = 1
    for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) stack.push([x + dx, y + dy])
  }
  return { width, height, data: seen }
}

function sorted(ring: Ring): readonly string[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]} ${ring[2 * i + 1]}`).sort()
}
