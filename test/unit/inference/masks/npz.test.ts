import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { npzArchive } from '#inference/masks/npz'
import { readNpz } from '../../../kit/npz-file.ts'

test('an archive holds its arrays as numpy writes them', async () => {
  const archive = await npzArchive([
    { name: 'masks', shape: [2, 1, 3], pieces: [Float32Array.of(1, 2, 3), Float32Array.of(-4, 0.5, 6)] },
    { name: 'low_res_masks', shape: [1, 2], pieces: [Float32Array.of(7, 8)] },
  ])

  expect(readNpz(archive)).toEqual({
    masks: { shape: [2, 1, 3], values: Float32Array.of(1, 2, 3, -4, 0.5, 6) },
    low_res_masks: { shape: [1, 2], values: Float32Array.of(7, 8) },
  })
})

test('an array larger than what is packed at once comes out whole', async () => {
  const piece = Float32Array.from({ length: 100_000 }, (_, i) => Math.sin(i))

  const archive = await npzArchive([
    { name: 'masks', shape: [8, 100_000], pieces: Array.from({ length: 8 }, () => piece) },
  ])

  expect(readNpz(archive)['masks']?.values.subarray(700_000)).toEqual(piece)
})

test('a file of the archive says its length and check sum before its bytes', async () => {
  const archive = Buffer.from(await npzArchive([{ name: 'masks', shape: [1, 1], pieces: [Float32Array.of(1)] }]))

  const contents = inflateRawSync(archive.subarray(30 + archive.readUInt16LE(26)))

  expect(archive.readUInt32LE(14)).toBe(crc32(contents))
  expect(archive.readUInt32LE(22)).toBe(contents.length)
})
