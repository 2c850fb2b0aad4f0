import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { greyPng, palettePng, rgbPng } from '#formats/kit/png'
import { readPng } from '#formats/kit/png/reader'

const SIZE = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 20 }) })

function noise({ width, height }: { readonly width: number; readonly height: number }, channels: number): Buffer {
  return Buffer.from(Array.from({ length: width * height * channels }, (_, i) => (i * i * 31 + (i >> 3)) % 251))
}

describe('what is written comes back', () => {
  test('grey of 8 and of 16 bits', async () => {
    await fc.assert(
      fc.asyncProperty(SIZE, async (size) => {
        const bytes = noise(size, 1)
        const pairs = Uint16Array.from(bytes, (value) => value * 257 + 3)

        expect(await readPng(await greyPng(bytes, size))).toMatchObject({
          value: { ...size, values: new Uint8Array(bytes) },
        })
        expect(await readPng(await greyPng(pairs, size))).toMatchObject({ value: { ...size, values: pairs } })
      }),
      { numRuns: 30 },
    )
  })

  test('a palette, and colours', async () => {
    const size = { width: 3, height: 2 }
    const palette = Uint8Array.of(0, 0, 0, 128, 0, 0, 1, 2, 3)

    expect(await readPng(await palettePng(Uint8Array.of(0, 1, 2, 2, 1, 0), palette, size))).toMatchObject({
      value: { values: Uint8Array.of(0, 1, 2, 2, 1, 0), palette: [0, 0x800000, 0x010203], isColoured: false },
    })
    expect(
      await readPng(
        await rgbPng(
          Uint8Array.from({ length: 18 }, (_, i) => i),
          size,
        ),
      ),
    ).toMatchObject({
      value: { values: Uint32Array.of(0x000102, 0x030405, 0x060708, 0x090a0b, 0x0c0d0e, 0x0f1011), isColoured: true },
    })
  })
})

test.each([1, 2, 3, 4] as const)('files that another program wrote, with filters and %i channels', async (channels) => {
  const size = { width: 61, height: 33 }
  const bytes = noise(size, channels)
  const png = await sharp(bytes, { raw: { ...size, channels } })
    .toColourspace(channels < 3 ? 'b-w' : 'srgb')
    .png({ adaptiveFiltering: true })
    .toBuffer()

  const read = await readPng(png)

  const wanted = Array.from({ length: 61 * 33 }, (_, i) =>
    channels < 3 ? bytes[i * channels] : bytes.readUIntBE(i * channels, 3),
  )
  expect(read.ok && [...read.value.values]).toEqual(wanted)
})

test.each([1, 2, 4])('%i bits a pixel', async (depth) => {
  const row = Uint8Array.of(0b11100100, 0b00011011)
  const width = 16 / depth
  const read = await readPng(pngOf({ width, height: 1, depth, colours: 0 }, Buffer.from([0, ...row])))

  const bits = [...row].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const wanted = Array.from({ length: width }, (_, i) => Number.parseInt(bits.slice(i * depth, (i + 1) * depth), 2))
  expect(read).toMatchObject({ ok: true, value: { values: Uint8Array.from(wanted) } })
})

test('a column of single bits', async () => {
  const rows = Buffer.from([0, 0x80, 0, 0x7f, 2, 0x80])

  const read = await readPng(pngOf({ width: 1, height: 3, depth: 1, colours: 0 }, rows))

  expect(read).toMatchObject({ value: { values: Uint8Array.of(1, 0, 1) } })
})

describe('a PNG is refused that', () => {
  const head = { width: 2, height: 1, depth: 8, colours: 0 }
  const whole = pngOf(head, Buffer.from([0, 7, 8]))

  test.each([
    ['is no PNG', Buffer.from('GIF89a, and more of it'), 'is not a PNG file'],
    ['is cut off', whole.subarray(0, -5), 'is cut off'],
    [
      'has another checksum',
      Buffer.from(whole.map((byte, i) => (i === 45 ? byte ^ 1 : byte))),
      'is damaged: checksum mismatch',
    ],
    ['unpacks to less', pngOf(head, Buffer.from([0, 7])), 'does not unpack to the pixels that its header states'],
    ['unpacks to more', pngOf(head, Buffer.alloc(50_000_000)), 'does not unpack to the pixels that its header states'],
    [
      'announces a room of its own',
      pngOf({ ...head, width: 4_000_000_000, height: 4_000_000_000 }, Buffer.alloc(9)),
      'has 4000000000 × 4000000000 pixels; the limit is 100 million',
    ],
    ['has no pixels', pngOf({ ...head, width: 0 }, Buffer.alloc(9)), 'has no pixels'],
    ['is interlaced', pngOf({ ...head, interlaced: 1 }, Buffer.alloc(9)), 'is interlaced. Save it without interlacing'],
    ['has a depth of 3', pngOf({ ...head, depth: 3 }, Buffer.alloc(9)), 'has an unknown color type'],
    ['has a filter of 9', pngOf(head, Buffer.from([9, 7, 8])), 'has a row with an unknown filter'],
    [
      'has a place outside of its palette',
      pngOf({ ...head, colours: 3 }, Buffer.from([0, 0, 8])),
      'has a pixel whose color is not in its palette',
    ],
  ])('%s', async (_, bytes, reason) => {
    const read = await readPng(bytes)

    expect(read.ok ? '' : sentenceOf(read.error)).toBe(reason)
  })

  test('anything else that bytes can be, without being thrown', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }), async (at, value) => {
        const bytes = Buffer.from(whole)
        bytes[at] = value

        expect((await readPng(bytes)).ok).toBe(bytes.equals(whole))
      }),
    )
  })
})

interface Head {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colours: number
  readonly interlaced?: number
}

function pngOf({ width, height, depth, colours, interlaced = 0 }: Head, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colours, 0, 0, interlaced], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), content.length + 8)
  return bytes
}
