import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageCache } from '#segment/image/cache'
import { decodeImage, ImageUnreadableError } from '#segment/image/decode'
import { pyramidOf } from '#segment/image/raster'
import { fromSvg } from '../../../kit/svg.ts'
import { click, cutOut, fileOf, firstIou, maskOf, painted, type Scene } from '../scenes.ts'

const SIZE = { width: 320, height: 240 }
const DISC: Scene = { ...SIZE, ground: '#405060', things: '<circle cx="150" cy="100" r="45" fill="#e0a030"/>' }

test.each([
  ['grey', 'grey.png', async () => (await painted(DISC)).greyscale().toColourspace('b-w')],
  ['16-bit', 'deep.png', async () => (await painted(DISC)).toColourspace('rgb16')],
  ['16-bit grey', 'deep-grey.tif', async () => (await painted(DISC)).greyscale().toColourspace('grey16').tiff()],
  ['CMYK', 'print.jpg', async () => (await painted(DISC)).toColourspace('cmyk').jpeg({ quality: 95 })],
  ['palette', 'palette.gif', async () => (await painted(DISC)).gif()],
  ['transparent', 'cut-out.png', async () => transparent(DISC)],
])('a thing in a %s image is selected', async (_, name, make) => {
  const image = await fileOf(await make(), SIZE, name)

  const answer = await cutOut(image, { points: [click(150, 100)] })

  expect(firstIou(answer, await maskOf(DISC))).toBeGreaterThan(0.95)
})

test('a rotated photograph is segmented as displayed', async () => {
  const turned = (await painted(DISC)).jpeg({ quality: 95 }).withMetadata({ orientation: 6 })
  const image = await fileOf(turned, { width: 240, height: 320 }, 'turned.jpg')

  const answer = await cutOut(image, { points: [click(140, 150)] })

  const shown = { width: 240, height: 320, ground: '', things: '<circle cx="140" cy="150" r="45" fill="#fff"/>' }
  expect(firstIou(answer, await maskOf(shown))).toBeGreaterThan(0.95)
})

test('each level of an image is the mean of the one below it, also at odd borders', () => {
  const grey = (...values: number[]) => Uint8Array.from(values.flatMap((value) => [value, value, value]))
  const raster = { width: 9, height: 1, data: grey(0, 10, 20, 30, 40, 50, 60, 70, 80) }

  const [, halved] = pyramidOf(raster)

  expect(halved).toEqual({ width: 5, height: 1, data: grey(5, 25, 45, 65, 80) })
})

test('a file that cannot be read is refused without its path', async () => {
  const image = await fileOf(sharp({ create: { ...SIZE, channels: 3, background: '#000' } }), SIZE, 'gone.png')
  await rm(image.path)

  await expect(decodeImage(image.path)).rejects.toThrow(ImageUnreadableError)
  await expect(decodeImage(image.path)).rejects.toThrow('The file of this image cannot be read')
})

test('the least recently used image is evicted first', async () => {
  const [first, second, third] = await Promise.all([1, 2, 3].map(async () => fileOf(await painted(DISC), SIZE)))
  if (!first || !second || !third) throw new Error('Three images were made')
  const cache = imageCache(2.5 * SIZE.width * SIZE.height * 4)
  for (const { hash, path } of [first, second, first, third]) await cache.get(hash, path)
  for (const { path } of [first, second, third]) await rm(path)

  const held = await Promise.allSettled([first, third, second].map(({ hash, path }) => cache.get(hash, path)))

  expect(held.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

function transparent({ width, height, things }: Scene) {
  return fromSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${things}</svg>`).png()
}
