import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { DESCRIPTOR_BYTES, describePixels, similarity } from '#core/dataset/search/descriptor'

const PHOTOS = ['astronaut.jpg', 'brick.jpg', 'chelsea.jpg', 'coffee.jpg', 'retina.jpg', 'rocket.jpg', 'coins.png']

async function read(name: string) {
  return sharp(await readFile(new URL(`../../../../fixtures/photos/${name}`, import.meta.url)))
}

async function describe(image: Sharp): Promise<Uint8Array> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return describePixels({ data, width: info.width, height: info.height, channels: info.channels })
}

test.each(PHOTOS)('copies of %s are nearly the same, other photographs are not', async (name) => {
  const descriptor = await describe(await read(name))
  const small = await describe((await read(name)).resize(200))
  const poor = await describe(sharp(await (await read(name)).jpeg({ quality: 20 }).toBuffer()))
  const others = await Promise.all(
    PHOTOS.filter((other) => other !== name).map(async (other) => describe(await read(other))),
  )

  const copies = [small, poor].map((copy) => similarity(descriptor, copy))
  const strangers = others.map((other) => similarity(descriptor, other))

  expect(Math.min(...copies)).toBeGreaterThan(0.95)
  expect(Math.max(...strangers)).toBeLessThan(0.8)
})

test('a descriptor has its length whatever the size, and grey is described as grey of three channels', async () => {
  const dot = describePixels({ data: new Uint8Array([200]), width: 1, height: 1, channels: 1 })
  const line = describePixels({ data: new Uint8Array(3000).fill(200), width: 1000, height: 1, channels: 3 })

  expect([dot.length, line.length]).toEqual([DESCRIPTOR_BYTES, DESCRIPTOR_BYTES])
  expect(similarity(dot, line)).toBe(1)
})

test('the direction of edges tells images of the same colours apart', () => {
  const stripes = (isLying: boolean) => {
    const data = Uint8Array.from({ length: 64 * 64 }, (_, at) => ((isLying ? at >> 6 : at) & 4 ? 255 : 0))
    return describePixels({ data, width: 64, height: 64, channels: 1 })
  }

  expect(similarity(stripes(true), stripes(false))).toBeLessThan(0.75)
})

test('black and white have nothing in common', () => {
  const plain = (level: number) =>
    describePixels({ data: new Uint8Array(16).fill(level), width: 4, height: 4, channels: 1 })

  expect(similarity(plain(0), plain(255))).toBe(0)
})
