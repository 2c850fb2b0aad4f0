import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { eventImages } from '#storage/blobs/event-images'
import { imageStructure } from '#storage/blobs/image-structure'
import { bmp } from '../../../kit/bmp.ts'

const PHOTOS = new URL('../../../fixtures/photos/', import.meta.url)
const NAMES = ['astronaut.jpg', 'camera.jpg', 'chelsea.jpg', 'clock.jpg', 'coffee.jpg', 'coins.png', 'retina.jpg']

interface Made {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

let photos: readonly Made[]
let others: readonly Made[]

beforeAll(async () => {
  photos = await Promise.all(
    NAMES.map(async (name) => ({
      name,
      contentType: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
      bytes: await readFile(new URL(name, PHOTOS)),
    })),
  )
  const small = () => sharp(fileURLToPath(new URL('chelsea.jpg', PHOTOS))).resize(120)
  const two = await small().toColourspace('b-w').toBuffer()
  others = await Promise.all(
    [
      { name: 'progressive JPEG', contentType: 'image/jpeg', made: small().jpeg({ progressive: true }) },
      {
        name: 'JPEG with data of a camera',
        contentType: 'image/jpeg',
        made: small().withExif({ IFD0: { Make: 'x' } }),
      },
      { name: 'interlaced PNG', contentType: 'image/png', made: small().png({ progressive: true }) },
      { name: 'PNG with a palette', contentType: 'image/png', made: small().png({ palette: true }) },
      { name: 'WebP', contentType: 'image/webp', made: small().webp() },
      { name: 'lossless WebP', contentType: 'image/webp', made: small().webp({ lossless: true }) },
      {
        name: 'WebP with more',
        contentType: 'image/webp',
        made: small()
          .withExif({ IFD0: { Make: 'x' } })
          .webp(),
      },
      { name: 'GIF', contentType: 'image/gif', made: small().gif() },
      { name: 'TIFF', contentType: 'image/tiff', made: small().tiff() },
      { name: 'packed TIFF', contentType: 'image/tiff', made: small().tiff({ compression: 'lzw' }) },
      {
        name: 'tiled TIFF',
        contentType: 'image/tiff',
        made: small().tiff({ tile: true, tileWidth: 64, tileHeight: 64 }),
      },
      { name: 'AVIF', contentType: 'image/avif', made: small().avif({ effort: 0 }) },
      { name: 'moving GIF', contentType: 'image/gif', made: sharp([two, two], { join: { animated: true } }).gif() },
      { name: 'moving WebP', contentType: 'image/webp', made: sharp([two, two], { join: { animated: true } }).webp() },
    ].map(async ({ name, contentType, made }) => ({ name, contentType, bytes: await made.toBuffer() })),
  )
})

test('every image that a program makes is whole, and tells its pixels', async () => {
  for (const { name, contentType, bytes } of [...photos, ...others]) {
    const { width, height, pageHeight = height } = await sharp(bytes).metadata()
    const pixels = contentType === 'image/webp' ? 0 : width * pageHeight
    expect({ name, ...imageStructure(bytes) }).toEqual({ name, kind: 'whole', contentType, pixels })
  }
})

test('an image of an event that says it has billions of pixels is refused', async () => {
  const gif = Buffer.from(madeBy('GIF'))
  gif.writeUInt16LE(65_535, 6)
  gif.writeUInt16LE(65_535, 8)
  const png = Buffer.from(madeBy('interlaced PNG'))
  png.writeUInt32BE(100_000, 16)
  png.writeUInt32BE(100_000, 20)
  const jpeg = Buffer.from(madeBy('progressive JPEG'))
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  jpeg.writeUInt32BE(0xffff_ffff, frame + 5)

  const read = await Promise.all([gif, png, jpeg].map((bytes) => eventImages.inspect(bytes)))

  expect(read.map((answer) => (answer.ok ? 'taken' : answer.error))).toEqual([
    message('event-image-too-large', { count: 4295, most: 500 }),
    message('event-image-too-large', { count: 10_000, most: 500 }),
    message('event-image-too-large', { count: 4295, most: 500 }),
  ])
})

function madeBy(wanted: string): Buffer {
  const found = others.find(({ name }) => name === wanted)
  if (found === undefined) throw new Error(`Nothing is called ${wanted}`)
  return found.bytes
}

test('an image is not whole, wherever it is cut', () => {
  const cuts = fc.integer({ min: 0, max: 2 ** 30 })
  fc.assert(
    fc.property(fc.constantFrom(...photos, ...others), cuts, ({ name, bytes }, cut) => {
      const end = cut % bytes.length
      expect({ name, end, ...imageStructure(bytes.subarray(0, end)) }).not.toMatchObject({ kind: 'whole' })
    }),
    { numRuns: 5000 },
  )
})

test('a BMP is whole with all of its rows, or with the sign that ends its run lengths', async () => {
  const plain = bmp({ width: 4, height: 2, bits: 24, rows: Array(2).fill(Array(12).fill(7)) })
  const [palette, end] = [[[0, 0, 0]], [0, 1]]
  const packed = { width: 4, height: 2, palette, isPacked: true }
  const rle8 = bmp({ ...packed, bits: 8, compression: 1, rows: [[4, 0, 0, 0], [0, 3, 0, 0, 0, 0], end] })
  const rle4 = bmp({ ...packed, bits: 4, compression: 2, rows: [[4, 0, 0, 0], [0, 5, 0, 0, 0, 0], [0, 2, 1, 0], end] })

  for (const bytes of [plain, rle8, rle4]) {
    expect(imageStructure(bytes)).toEqual({ kind: 'whole', contentType: 'image/bmp', pixels: 8 })
    expect(await eventImages.read(bytes.toString('base64'))).toMatchObject({ ok: true, value: { bytes } })
    for (let length = 20; length < bytes.length; length += 1)
      expect(imageStructure(bytes.subarray(0, length))).toEqual({ kind: 'cut', contentType: 'image/bmp' })
  }
  const huge = bmp({ width: 65_535, height: 65_535, bits: 8, compression: 1, palette, rows: [end], isPacked: true })
  expect(await eventImages.inspect(huge)).toEqual({
    ok: false,
    error: message('event-image-too-large', { count: 4295, most: 500 }),
  })
})

test('not one of the last bytes may be missing', () => {
  for (const { name, bytes } of [...photos, ...others])
    for (let missing = 1; missing <= 40; missing += 1)
      expect({ name, missing, ...imageStructure(bytes.subarray(0, -missing)) }).toMatchObject({ kind: 'cut' })
})

test('bytes behind the end are let be, as cameras leave some there', () => {
  const trailing = Buffer.alloc(100)

  for (const { name, bytes } of [...photos, ...others].filter((each) => each.contentType !== 'image/avif'))
    expect({ name, ...imageStructure(Buffer.concat([bytes, trailing])) }).toMatchObject({ kind: 'whole' })
})

test('no bytes, however broken, break the reader or keep it long', () => {
  const damage = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...photos, ...others), damage, ({ bytes }, places) => {
      const broken = Buffer.from(bytes)
      for (const [at, value] of places) broken[at] = value
      expect(['whole', 'cut', 'unknown']).toContain(imageStructure(broken).kind)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')],
  ['a text', Buffer.from('This is not an image, and has more than twenty bytes.')],
  ['a phone image that no browser shows', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')],
  ['a few bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['nothing', Buffer.alloc(0)],
])('%s is no image that is known here', (_kind, bytes) => {
  expect(imageStructure(bytes)).toEqual({ kind: 'unknown' })
})

test.each([
  ['a WebP without an image', Buffer.from('RIFF\x0c\0\0\0WEBPVP8X\0\0\0\0more bytes', 'latin1')],
  ['a GIF without an image', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;;;;;;;;;;;;', 'latin1')],
  ['a TIFF whose pages go round', Buffer.from('II*\0\x08\0\0\0\0\0\x08\0\0\0aaaaaaaaaa', 'latin1')],
  ['an AVIF whose box has no length', Buffer.from('\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x04meta', 'latin1')],
])('%s is not whole', (_kind, bytes) => {
  expect(imageStructure(bytes)).toMatchObject({ kind: 'cut' })
})

test('base64 is read in every way that it is written', async () => {
  for (const { bytes, contentType } of [...photos.slice(0, 1), ...others]) {
    const text = bytes.toString('base64')
    const spellings = [
      text,
      text.replace(/=+$/, ''),
      bytes.toString('base64url'),
      `data:${contentType};base64,${text}`,
      `data:;base64,${text}`,
      `DATA:${contentType};name=a.jpg;BASE64,${text}`,
      text.replace(/.{76}/g, '$&\r\n'),
    ]
    for (const spelling of spellings)
      expect(await eventImages.read(spelling)).toMatchObject({ ok: true, value: { contentType, bytes } })
  }
})

test.each([
  '',
  ' ',
  '=',
  'A',
  'AAAAA',
  'not base64!',
  'ÿÿÿÿ',
  'AA==AA==',
  'data:image/png;base64,',
  'https://a.b/c.png',
])('%j is not base64', async (text) => {
  expect(await eventImages.read(text)).toEqual({ ok: false, error: message('event-image-not-base64') })
})
