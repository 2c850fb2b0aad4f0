import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Dim } from '#inference/onnx/types'
import { inWords } from '../../../../kit/in-words.ts'
import { sharedRuntime } from '../../../../kit/model-host.ts'
import { installedOcr } from '../../../../kit/toy-models/text/ocr-networks.ts'
import { drawnPage } from '../../../../kit/toy-models/text/ocr-page.ts'

const TWO_WORDS = [
  { stripes: '-r-g-b-y--', left: 280, top: 100, stripe: 10 },
  { stripes: '-m-m-ccc--', left: 40, top: 96, stripe: 10 },
]

test('words are read where they lie, from left to right', async () => {
  const page = drawnPage({ width: 512, height: 384, words: TWO_WORDS })

  const [answer] = await textOf([await page.png().toBuffer()])

  expect(answer).toMatchObject({ size: { width: 512, height: 384 }, text: 'mmc rgby', engine: 'doctr' })
  expect(answer?.words.map(({ box }) => box)).toEqual([
    { x0: 40, y0: 96, x1: 140, y1: 132 },
    { x0: 280, y0: 100, x1: 380, y1: 136 },
  ])
})

test('both scores of a word are near one', async () => {
  const page = drawnPage({ width: 512, height: 384, words: TWO_WORDS })

  const [answer] = await textOf([await page.png().toBuffer()])

  for (const word of answer?.words ?? []) {
    expect(word.confidence).toBeGreaterThan(0.6)
    expect(word.objectness).toBeGreaterThan(0.6)
  }
})

test('lines are read from the top', async () => {
  const words = [
    { stripes: '-b--------', left: 100, top: 180, stripe: 5 },
    { stripes: '-g--------', left: 180, top: 100, stripe: 5 },
    { stripes: '-r--------', left: 20, top: 104, stripe: 5 },
  ]

  const [answer] = await textOf([await drawnPage({ width: 256, height: 256, words }).png().toBuffer()])

  expect(answer?.text).toBe('r g b')
})

test('images that are turned by their tags are read upright', async () => {
  const page = await drawnPage({ width: 512, height: 384, words: TWO_WORDS }).png().toBuffer()
  const stored = await Promise.all([2, 3, 4, 5, 6, 7, 8].map((orientation) => asStored(page, orientation)))

  const answers = await textOf(stored)

  for (const { size, text, words } of answers) {
    expect({ size, text }).toEqual({ size: { width: 512, height: 384 }, text: 'mmc rgby' })
    expect(words.map(({ box }) => box)).toEqual([
      { x0: 40, y0: 96, x1: 140, y1: 132 },
      { x0: 280, y0: 100, x1: 380, y1: 136 },
    ])
  }
})

test('a long word is read in pieces', async () => {
  const stripes = '-rr-gg-bb-yy-cc-mm-gg-rr-yy-bb-cc-rr-mm-gg-'
  const words = [{ stripes, left: 20, top: 200, stripe: 10 }]

  const [answer] = await textOf([await drawnPage({ width: 500, height: 480, words }).png().toBuffer()])

  expect(answer?.text).toBe('rgbycmgrybcrmg')
})

test('an image without words has no text', async () => {
  const page = await drawnPage({ width: 300, height: 80, words: [] }).png().toBuffer()

  expect(await textOf([page])).toEqual([{ size: { width: 300, height: 80 }, text: '', words: [], engine: 'doctr' }])
})

test.each<Dim>(['batch', 1, 4])('several images are answered in their order by networks of batch %s', async (batch) => {
  const pages = ['-r--------', '-g--------', '-b--------'].map((stripes) =>
    drawnPage({ width: 256, height: 128, words: [{ stripes, left: 60, top: 40, stripe: 5 }] })
      .png()
      .toBuffer(),
  )

  const answers = await textOf(await Promise.all(pages), batch)

  expect(answers.map(({ text }) => text)).toEqual(['r', 'g', 'b'])
})

test('a reader with more columns than characters is refused with the reason', async () => {
  const model = await installedOcr('batch', 'rgb')
  const bytes = await drawnPage({ width: 512, height: 384, words: TWO_WORDS }).png().toBuffer()

  const answer = await sharedRuntime().run({
    model,
    operation: 'read-text',
    input: { images: [{ kind: 'encoded', bytes }] },
  })

  expect(inWords(answer)).toMatchObject({
    ok: false,
    error: {
      reason: 'model-broken',
      message: expect.stringContaining('the recognition network returns 2 × 32 × 7 values, not 2 rows of 4 columns'),
    },
  })
})

async function textOf(pages: readonly Uint8Array[], batch?: Dim) {
  const runtime = sharedRuntime()
  const images = pages.map((bytes) => ({ kind: 'encoded' as const, bytes }))
  const answer = await runtime.run({ model: await installedOcr(batch), operation: 'read-text', input: { images } })
  if (!answer.ok) throw new Error(sentenceOf(answer.error))
  return answer.value.output
}

/** An image as a camera stores it that was held in this way. */
async function asStored(upright: Buffer, orientation: number): Promise<Buffer> {
  const isMirrored = [2, 4, 5, 7].includes(orientation)
  const turns = new Map([
    [3, 180],
    [4, 180],
    [5, 90],
    [6, 270],
    [7, 270],
    [8, 90],
  ])
  const turned = await sharp(upright)
    .rotate(turns.get(orientation) ?? 0)
    .png()
    .toBuffer()
  const image = isMirrored ? sharp(turned).flop() : sharp(turned)
  return image.withMetadata({ orientation }).png().toBuffer()
}
