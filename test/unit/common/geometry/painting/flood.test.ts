import { expect, test } from 'vitest'
import { floodByColor } from '#common/geometry/painting/flood'

/** A digit a pixel: its tens as red, green and blue. */
function field(...rows: readonly string[]) {
  const data = rows.flatMap((row) =>
    row.split('').flatMap((digit) => [Number(digit) * 10, Number(digit) * 10, 100, 255]),
  )
  return { width: rows[0]?.length ?? 0, height: rows.length, data }
}

function shown(spans: ReturnType<typeof floodByColor>, { width, height }: { width: number; height: number }) {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) =>
      spans.some((span) => span.y === y && span.x0 <= x && x < span.x1) ? '#' : '.',
    ).join(''),
  )
}

test('a flood takes what hangs together and is of one colour, around corners and into every arm', () => {
  const image = field('1111111', '1999991', '1911191', '1919191', '1911191', '1999911')

  expect(shown(floodByColor(image, { x: 1, y: 1 }, 5), image)).toEqual([
    '.......',
    '.#####.',
    '.#...#.',
    '.#...#.',
    '.#...#.',
    '.####..',
  ])
})

test('a larger tolerance takes colours that are near the one that was clicked', () => {
  const image = field('1234567')

  expect(shown(floodByColor(image, { x: 2, y: 0 }, 10), image)).toEqual(['.###...'])
  expect(shown(floodByColor(image, { x: 2, y: 0 }, 20), image)).toEqual(['#####..'])
})
