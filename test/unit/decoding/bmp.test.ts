import { describe, expect, test } from 'vitest'
import { openImage } from '#decoding/image'
import { type BmpWish, bmp } from '../../kit/bmp.ts'

const RED = [255, 0, 0]
const GREEN = [0, 255, 0]
const BLUE = [0, 0, 255]
const WHITE = [255, 255, 255]

async function pixelsOf(bytes: Uint8Array): Promise<number[][]> {
  const image = await openImage(bytes)
  const { data, info } = await image.decode((open) => open().raw().toBuffer({ resolveWithObject: true }))
  return Array.from({ length: data.length / info.channels }, (_, at) => [
    ...data.subarray(at * info.channels, (at + 1) * info.channels),
  ])
}

/** Red and green above blue and white. */
const SQUARE = { width: 2, height: 2, palette: [RED, GREEN, BLUE, WHITE] }
const SEEN = [RED, GREEN, BLUE, WHITE]

const WHOLE: readonly (readonly [string, BmpWish])[] = [
  [
    '24 bits',
    {
      ...SQUARE,
      bits: 24,
      rows: [
        [255, 0, 0, 255, 255, 255],
        [0, 0, 255, 0, 255, 0],
      ],
    },
  ],
  [
    '24 bits from the top',
    {
      ...SQUARE,
      height: -2,
      bits: 24,
      rows: [
        [0, 0, 255, 0, 255, 0],
        [255, 0, 0, 255, 255, 255],
      ],
    },
  ],
  [
    '32 bits, of which eight say nothing',
    {
      ...SQUARE,
      bits: 32,
      rows: [
        [255, 0, 0, 7, 255, 255, 255, 0],
        [0, 0, 255, 9, 0, 255, 0, 1],
      ],
    },
  ],
  [
    '16 bits, five of each colour',
    {
      ...SQUARE,
      bits: 16,
      rows: [
        [0x1f, 0, 0xff, 0x7f],
        [0, 0x7c, 0xe0, 0x03],
      ],
    },
  ],
  [
    '8 bits',
    {
      ...SQUARE,
      bits: 8,
      rows: [
        [2, 3],
        [0, 1],
      ],
    },
  ],
  ['4 bits', { ...SQUARE, bits: 4, rows: [[0x23], [0x01]] }],
  [
    'run lengths of 8 bits',
    {
      ...SQUARE,
      bits: 8,
      compression: 1,
      rows: [
        [1, 2, 1, 3, 0, 0],
        [0, 4, 0, 1, 1, 1, 0, 1],
      ],
      isPacked: true,
    },
  ],
  [
    'run lengths of 4 bits',
    {
      ...SQUARE,
      bits: 4,
      compression: 2,
      rows: [
        [2, 0x23, 0, 0],
        [2, 0x01, 0, 1],
      ],
      isPacked: true,
    },
  ],
  [
    '16 bits with masks',
    {
      ...SQUARE,
      bits: 16,
      compression: 3,
      masks: [0xf800, 0x7e0, 0x1f],
      rows: [
        [0x1f, 0, 0xff, 0xff],
        [0, 0xf8, 0xe0, 0x07],
      ],
    },
  ],
]

describe('a BMP is read whole', () => {
  test.each(WHOLE)('with %s', async (_, wish) => {
    expect(await pixelsOf(bmp(wish))).toEqual(SEEN)
  })

  test('with 1 bit a pixel, the leftmost first', async () => {
    const rows = [
      [0b10000000, 0b10000000],
      [0b01000000, 0],
    ]
    const seen = await pixelsOf(bmp({ width: 9, height: 2, bits: 1, palette: [BLUE, WHITE], rows }))

    expect(seen.map((pixel) => (pixel[0] === 255 ? 1 : 0)).join('')).toBe('010000000' + '100000001')
  })

  test('with alpha in a mask', async () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000]
    const wish = { width: 2, height: 1, bits: 32, compression: 3, headerBytes: 108, masks } as const
    const [half, clear] = await pixelsOf(bmp({ ...wish, rows: [[1, 2, 3, 128, 4, 5, 6, 0]] }))
    const unseen = await pixelsOf(bmp({ ...wish, rows: [[1, 2, 3, 0, 4, 5, 6, 0]] }))

    expect([half, clear]).toEqual([
      [3, 2, 1, 128],
      [6, 5, 4, 0],
    ])
    expect(unseen).toEqual([
      [3, 2, 1, 255],
      [6, 5, 4, 255],
    ])
  })

  test('with the header of OS/2', async () => {
    const wish = { width: 2, height: 2, bits: 8, headerBytes: 12, palette: SQUARE.palette } as const

    expect(
      await pixelsOf(
        bmp({
          ...wish,
          rows: [
            [2, 3],
            [0, 1],
          ],
        }),
      ),
    ).toEqual(SEEN)
  })

  test('where run lengths move on, what they pass over is the first colour', async () => {
    const rows = [
      [0, 2, 1, 1],
      [1, 3, 0, 1],
    ]

    expect(await pixelsOf(bmp({ ...SQUARE, bits: 8, compression: 1, rows, isPacked: true }))).toEqual([
      RED,
      WHITE,
      RED,
      RED,
    ])
  })
})

const BROKEN: readonly (readonly [string, Buffer, string])[] = [
  [
    'is cut short',
    bmp({
      ...SQUARE,
      bits: 24,
      rows: [
        [255, 0, 0, 255, 255, 255],
        [0, 0, 255, 0, 255, 0],
      ],
    }).subarray(0, -6),
    'it is truncated',
  ],
  [
    'has run lengths that end too early',
    bmp({ ...SQUARE, bits: 8, compression: 1, rows: [[1, 2]], isPacked: true }),
    'it is truncated',
  ],
  ['has no height', bmp({ ...SQUARE, height: 0, bits: 24, rows: [] }), 'its size is invalid'],
  [
    'is wider than any image',
    bmp({ ...SQUARE, width: 70_000, height: 1, bits: 1, rows: [] }),
    'it is wider or taller than 65535 pixels',
  ],
  [
    'has bits that no image has',
    bmp({ ...SQUARE, bits: 5, rows: [] }),
    'it has 5 bits per pixel; 1, 4, 8, 16, 24 and 32 are supported',
  ],
  [
    'hides a JPEG',
    bmp({ ...SQUARE, bits: 24, compression: 4, rows: [] }),
    'its compression 4 with 24 bits per pixel is not supported',
  ],
  [
    'has masks with gaps',
    bmp({ ...SQUARE, bits: 32, compression: 3, masks: [0xf0f000, 0xff, 0xff], rows: [] }),
    'its color masks have gaps',
  ],
  ['ends inside its header', bmp({ ...SQUARE, bits: 24, rows: [] }).subarray(0, 24), 'its header is truncated'],
]

test.each(BROKEN)('one that %s is refused', async (_, bytes, detail) => {
  const decoding = openImage(bytes).then((image) => image.decode((open) => open().raw().toBuffer()))

  await expect(decoding).rejects.toMatchObject({ refusal: { kind: 'broken' }, message: detail })
})

test('one that says it is larger than images may be is refused by its header alone', async () => {
  const bytes = bmp({
    width: 60_000,
    height: 60_000,
    bits: 8,
    compression: 1,
    palette: [RED],
    rows: [[1, 0]],
    isPacked: true,
  })

  await expect(openImage(bytes)).rejects.toMatchObject({ refusal: { kind: 'too-many-pixels', pixels: 3_600_000_000 } })
})
