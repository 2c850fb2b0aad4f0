import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openImage } from '#decoding/image'
import { kindOf } from '#decoding/kinds'

const plain = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#f80' } })

describe('images that are decoded are told by their first bytes', () => {
  test.each(['jpeg', 'png', 'webp', 'tiff', 'avif', 'gif'] as const)('%s', async (format) => {
    const bytes = await plain()[format]().toBuffer()

    const image = await openImage(bytes)
    const pixels = await image.decode((open) => open().removeAlpha().toColourspace('srgb').raw().toBuffer())

    expect(image.header).toMatchObject({ format, stored: { width: 8, height: 6 }, orientation: 1 })
    expect(pixels).toHaveLength(8 * 6 * 3)
  })
})

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16000" height="16000"><filter id="f"><feTurbulence/></filter></svg>'

const OTHERS: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['SVG', Buffer.from(SVG)],
  ['SVG', Buffer.from(`\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg>${SVG}`)],
  ['PDF', Buffer.from('%PDF-1.7\n')],
  ['HEIC', container('heic', 'mif1', 'heic')],
  ['HEIC', container('mif1', 'miaf', 'heix')],
  ['HEIC', container('msf1', 'hevc')],
  ['AVIF sequence', container('avis', 'avif', 'msf1', 'miaf')],
  ['AVIF sequence', container('avif', 'avis')],
  ['JPEG XL', Buffer.from('ff0afa1f41910800', 'hex')],
  ['JPEG 2000', Buffer.from('0000000c6a5020200d0a870a', 'hex')],
  ['PSD', Buffer.from('8BPS\0\x01')],
  ['EXR', Buffer.from('762f310102000000', 'hex')],
  ['HDR', Buffer.from('#?RADIANCE\n')],
  ['FITS', Buffer.from('SIMPLE  =                    T')],
  ['PNM', Buffer.from('P6 1 1 255\nabc')],
  ['PNM', Buffer.from('PF\n1 1\n-1\n')],
  ['DICOM', Buffer.from(`${'\0'.repeat(128)}DICM`)],
]

test.each(OTHERS)('%s is refused by its name, and no decoder sees it', async (name, bytes) => {
  expect(kindOf(bytes)).toEqual({ name })
  await expect(openImage(bytes)).rejects.toMatchObject({ refusal: { kind: 'unsupported', detail: name } })
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('BM, the beginning of a letter, is no bitmap')],
  ['a video', container('isom', 'mp42')],
  ["libvips' own format", Buffer.from('b6a6f20800000000', 'hex')],
  ['NIfTI', Buffer.from([0x5c, 1, 0, 0])],
  ['Matlab', Buffer.from('MATLAB 5.0 MAT-file')],
])('%s is no image', async (_, bytes) => {
  expect(kindOf(bytes)).toBeUndefined()
})

test('what libvips could open besides is switched off in it', async () => {
  const engine = new URL('../../../main/decoding/engine.ts', import.meta.url).href
  const program = `
    await import(${JSON.stringify(engine)})
    const { default: sharp } = await import('sharp')
    for (const text of [${JSON.stringify(SVG)}, 'P6 1 1 255\\nabc'])
      await sharp(Buffer.from(text)).metadata().then(() => console.log('opened'), ({ message }) => console.log(message))
  `

  // A process of its own: others of these tests draw with SVG.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])

  expect(stdout).toBe('Input buffer contains unsupported image format\n'.repeat(2))
})

test('a damaged image is told without the path of its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-kinds-'))
  const path = join(folder, 'cut.avif')
  const whole = await plain().avif().toBuffer()
  await writeFile(path, whole.subarray(0, whole.length - 20))

  const failure = await openImage(path)
    .then((image) => image.decode((open) => open().raw().toBuffer()))
    .catch((thrown: unknown) => thrown)
  await rm(folder, { recursive: true })

  expect(failure).toMatchObject({ refusal: { kind: 'broken' } })
  expect(String(failure)).not.toContain(folder)
})

/** The first box of a file of the ISO base media format. */
function container(...brands: readonly string[]): Buffer {
  const [major = '', ...others] = brands
  const box = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${others.join('')}`, 'latin1')
  box.writeUInt32BE(box.length, 0)
  return box
}
