import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { brand } from '#common/border'
import type { BlobHash } from '#common/ids'
import { imageFiles } from '#storage/blobs/images'

const HASH = brand<BlobHash>('ab'.repeat(32))

/** Probes an image file and asks for its thumbnail. */
async function thumbOf(file: Buffer, format: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'original')
  writeFileSync(path, file)
  const cache = join(folder, 'cache')
  const images = imageFiles(cache, 1_000_000)
  const probed = await images.probe(path, HASH)
  const made = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.webp')).length
  const thumb = await images.sized({ blob: HASH, path, format }, 'thumb')
  return { probed, made, type: thumb.type, isOriginal: thumb.path === path, bytes: statSync(thumb.path).size }
}

function noise(width: number, height: number): Sharp {
  const data = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * at * 31 + at * 7) % 256))
  return sharp(data, { raw: { width, height, channels: 3 } })
}

test('a small upright JPEG is its own thumbnail', async () => {
  const file = await noise(320, 240).jpeg({ quality: 60 }).toBuffer()

  const { probed, ...thumb } = await thumbOf(file, 'jpeg')

  expect(probed).toMatchObject({ ok: true, value: { format: 'jpeg', width: 320, height: 240 } })
  expect(thumb).toEqual({ made: 0, type: 'image/jpeg', isOriginal: true, bytes: file.length })
})

test.each([
  ['is larger on one side', () => noise(321, 20).jpeg(), 'jpeg'],
  ['is turned by EXIF', () => noise(40, 20).jpeg().withMetadata({ orientation: 6 }), 'jpeg'],
  ['has the colours of a printer', () => noise(40, 20).toColourspace('cmyk').jpeg(), 'jpeg'],
  ['is a PNG', () => noise(40, 20).png(), 'png'],
  ['is many bytes long', () => noise(320, 320).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }), 'jpeg'],
])('an image that %s gets a thumbnail', async (_, make, format) => {
  expect(await thumbOf(await make().toBuffer(), format)).toMatchObject({
    made: 1,
    type: 'image/webp',
    isOriginal: false,
  })
})

test('a small JPEG that breaks off is refused although no thumbnail is made of it', async () => {
  const file = await noise(320, 240).jpeg({ quality: 60 }).toBuffer()
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'original')
  writeFileSync(path, file.subarray(0, file.length / 2))

  const probed = await imageFiles(join(folder, 'cache'), 1_000_000).probe(path, HASH)

  expect(probed).toMatchObject({ ok: false, error: { kind: 'broken' } })
})
