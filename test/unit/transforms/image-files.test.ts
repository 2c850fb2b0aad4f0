import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ImageId } from '#common/ids'
import type { ImageFormat, Preprocessing } from '#common/versions/preprocessing'
import type { RenderedImage, RenderSource } from '#core/versions/ports'
import { boxShape, renderOne, save } from './marked-image.ts'

const FRAME = { width: 24, height: 16 }

test('a PNG holds every pixel as it was', async () => {
  const source = await noisy('png')

  const made = await rendered(source, 'png')

  expect([made.extension, await pixelsOf(made.encoded)]).toEqual(['png', await pixelsOf(source.path)])
})

test('without a wish, and in a preview, an image is a JPEG', async () => {
  const source = await noisy('png')

  expect(await rendered(source, undefined)).toMatchObject({ extension: 'jpg' })
  expect(await rendered(source, 'original', {}, 12)).toMatchObject({ extension: 'jpg' })
})

test.each(['jpg', 'png', 'webp'] as const)(
  'an original %s that no step changes is the uploaded file',
  async (ending) => {
    const source = await noisy(ending)
    const resize = { ...FRAME, format: 'Stretch to' as const }

    const [plain, sameSize] = [await rendered(source, 'original'), await rendered(source, 'original', { resize })]

    const uploaded = await readFile(source.path)
    for (const made of [plain, sameSize]) {
      expect([made.extension, Buffer.compare(Buffer.from(made.encoded), uploaded)]).toEqual([ending, 0])
    }
  },
)

test('an original whose pixels a step changes is a PNG of what the step made', async () => {
  const source = await noisy('jpg')

  const made = await rendered(source, 'original', { resize: { width: 12, height: 8, format: 'Stretch to' } })

  expect(made).toMatchObject({ extension: 'png', width: 12, height: 8 })
  expect(await sharp(made.encoded).metadata()).toMatchObject({ format: 'png', width: 12, height: 8 })
})

test('an original that is turned for display is no longer the uploaded file, and neither is a TIFF', async () => {
  const turned = await noisy('jpg', 6)
  const tiff = await noisy('tiff')

  expect(await rendered(turned, 'original')).toMatchObject({ extension: 'png', width: 16, height: 24 })
  expect(await rendered(tiff, 'original')).toMatchObject({ extension: 'png' })
})

test('what the files are changes nothing of what an image is taken for', async () => {
  const source = await noisy('png')
  const made = await Promise.all((['jpeg', 'png', 'original'] as const).map((format) => rendered(source, format)))

  expect(new Set(made.map(({ contentKey }) => contentKey)).size).toBe(1)
})

async function noisy(ending: 'jpg' | 'png' | 'webp' | 'tiff', orientation = 1): Promise<RenderSource> {
  const { width, height } = FRAME
  const data = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * 7919) % 251))
  const path = await save(sharp(data, { raw: { width, height, channels: 3 } }).withMetadata({ orientation }), ending)
  const shown = orientation > 4 ? { width: height, height: width } : FRAME
  return { imageId: ImageId.parse('imageAAAA1'), path, ...shown, shapes: [boxShape(2, 2, 10, 10)] }
}

function rendered(
  source: RenderSource,
  format: ImageFormat | undefined,
  steps: Preprocessing = {},
  previewSide?: number,
): Promise<RenderedImage> {
  const files = format && { 'image-format': { format } }
  const settings = { preprocessing: { 'auto-orient': true as const, ...steps, ...files }, augmentation: {} }
  return renderOne({ source, settings, variant: 0, ...(previewSide !== undefined && { previewSide }) })
}

async function pixelsOf(file: string | Uint8Array): Promise<Buffer> {
  return sharp(file).raw().toBuffer()
}
