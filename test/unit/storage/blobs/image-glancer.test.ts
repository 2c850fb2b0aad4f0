import { expect, test } from 'vitest'
import { imageGlancer } from '#storage/blobs/image-glancer'
import { someImage } from '../../../kit/images.ts'

const glancer = imageGlancer(100_000_000)

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

const JPEG_START = Buffer.from('ffd8ffe000104a46', 'hex')

test.each([
  ['a text', Buffer.from('no image at all, but some words of it')],
  ['a JPEG that ends in its header', JPEG_START],
  ['a PNG with another header', Buffer.from((await someImage()).map((byte, at) => (at > 7 && at < 40 ? 7 : byte)))],
  ['a PNG that is cut short', (await someImage()).subarray(0, 20)],
])('the header of %s is refused in the words of the import', async (_, bytes) => {
  const { frame } = await glancer.glance(once(bytes))
  const fault = await glancer.fault(once(bytes))

  expect(frame.ok ? undefined : frame.error).toEqual(fault)
  expect(fault).toBeDefined()
})
