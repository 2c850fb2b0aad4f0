import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imagePoint } from '#common/geometry/space'
import { sentenceOf } from '#common/messages/sentence'
import { inWords } from '../../../../kit/in-words.ts'
import { readNpz } from '../../../../kit/npz-file.ts'
import { TOY_RADII } from '../../../../kit/toy-models/sam/graph.ts'
import {
  metaToy,
  samexporterToy,
  transformersFirstToy,
  transformersToy,
} from '../../../../kit/toy-models/sam/layouts.ts'
import { openedSam, WHITE_SIZE, white } from '../../../../kit/toy-models/sam/opened.ts'
import { agreement, click, pixelsOf, segmenting, whiteImage } from '../../../../kit/toy-models/sam/scene.ts'

describe('a prompt', () => {
  test('by a box is about its middle, whichever way a layout takes boxes', async () => {
    for (const toy of [samexporterToy(), transformersToy(), metaToy()]) {
      const { segment } = await openedSam(toy)

      const [mask] = await segment({ points: [], box: { x0: 300, y0: 500, x1: 500, y1: 560 } })

      expect(agreement(mask?.[0], WHITE_SIZE, disc(400, 530))).toBeGreaterThan(0.98)
    }
  })

  test('is run on its own, with a box beside one without', async () => {
    const { segment } = await openedSam(transformersToy())

    const masks = await segment({ points: [], box: { x0: 200, y0: 200, x1: 400, y1: 400 } }, click(600, 700), {
      points: [{ at: imagePoint(300, 300), positive: true }],
      box: { x0: 200, y0: 200, x1: 400, y1: 400 },
    })

    expect(masks.map((all) => all.length)).toEqual([1, 1, 1])
    expect(agreement(masks[0]?.[0], WHITE_SIZE, disc(300, 300))).toBeGreaterThan(0.98)
    expect(agreement(masks[1]?.[0], WHITE_SIZE, disc(600, 700))).toBeGreaterThan(0.98)
    expect(masks[2]).toEqual(masks[0])
  })

  test('with a negative click leaves that place out', async () => {
    for (const toy of [samexporterToy(), transformersToy(), transformersFirstToy(), metaToy()]) {
      const { segment } = await openedSam(toy)
      const points = [...click(500, 500).points, ...click(560, 520, false).points]

      const [mask] = await segment({ points })

      const { data } = pixelsOf(mask?.[0] ?? NOTHING, WHITE_SIZE)
      expect([data[500 * 1024 + 500], data[520 * 1024 + 560]]).toEqual([1, 0])
    }
  })

  test('that is missing stands for a point that says nothing', async () => {
    for (const toy of [samexporterToy(), transformersToy(), metaToy()]) {
      const { segment } = await openedSam(toy)

      // A toy that is told nothing cuts about its origin.
      expect(agreement((await segment())[0]?.[0], WHITE_SIZE, disc(0, 0))).toBeGreaterThan(0.98)
    }
  })

  test('by a box is refused where the model has no input for boxes', async () => {
    const { ask } = await openedSam(transformersFirstToy())

    const answer = await ask(segmenting(await white, { points: [], box: { x0: 1, y0: 1, x1: 9, y1: 9 } }))

    expect(inWords(answer)).toMatchObject({
      ok: false,
      error: { reason: 'model-cannot', message: expect.stringContaining('does not accept boxes') },
    })
  })

  test('by a box is two points where the manifest says that the model takes it so', async () => {
    const { segment } = await openedSam(transformersFirstToy(), { layout: 'transformers-sam1-corners' })

    const [mask] = await segment({ points: [], box: { x0: 300, y0: 500, x1: 500, y1: 560 } })

    expect(agreement(mask?.[0], WHITE_SIZE, disc(400, 530))).toBeGreaterThan(0.98)
  })
})

describe('an answer', () => {
  test('follows the image as it is displayed, whatever its EXIF tag', async () => {
    const { ask } = await openedSam(samexporterToy())
    const size = { width: 640, height: 427 }
    const round = { x: 420, y: 130, radiusX: 90, radiusY: 60 }
    const shown = await whiteImage(size, round)

    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const answer = await ask(segmenting(await turnedAway(shown, orientation), click(400, 140)))

      if (!answer.ok) throw new Error(sentenceOf(answer.error))
      expect(answer.value.output.size).toEqual(size)
      expect(agreement(answer.value.output.masks[0]?.[0], size, round)).toBeGreaterThan(0.98)
    }
  })

  test('is the best guess, or all of them best first', async () => {
    const { ask } = await openedSam(samexporterToy())
    const input = segmenting(await white, click(512, 512))

    const answers = [await ask(input), await ask({ ...input, allCandidates: true })]

    const confidences = answers.map((answer) => answer.ok && answer.value.output.masks[0]?.map(rounded))
    expect(confidences).toEqual([[0.9], [0.9, 0.7, 0.5]])
  })

  test('of a model with four masks is the single one once the prompt is unambiguous', async () => {
    const { segment } = await openedSam(metaToy({ four: true }))
    const two = { points: [...click(500, 500).points, ...click(520, 500).points] }

    const masks = await segment(click(500, 500), two)

    expect(masks.map((all) => all.map(rounded))).toEqual([[0.9], [0.3]])
  })

  test('has no ring where nothing was found', async () => {
    const { ask } = await openedSam(samexporterToy())
    const black = await sharp({ create: { ...WHITE_SIZE, channels: 3, background: '#000' } })
      .png()
      .toBuffer()

    const answer = await ask({ ...segmenting(black, click(500, 500)), format: 'polygon' })

    expect(answer).toMatchObject({
      ok: true,
      value: { output: { masks: [[{ mask: { format: 'polygon', rings: [] } }]] } },
    })
  })

  test('in numpy’s format has the logits at both sizes', async () => {
    const { ask } = await openedSam(samexporterToy())
    const size = { width: 300, height: 200 }
    const input = segmenting(await whiteImage(size), click(150, 100), click(20, 30))

    const answer = await ask({ ...input, format: 'npz' })

    const { masks, archive } = answer.ok ? answer.value.output : { masks: undefined, archive: undefined }
    const arrays = readNpz(archive ?? new Uint8Array())
    expect(masks).toEqual([])
    expect(arrays['masks']?.shape).toEqual([2, 200, 300])
    expect(arrays['low_res_masks']?.shape).toEqual([2, 256, 256])
    // The clicked pixel lies nearly the clamp of ±32 within, the opposite corner as far without.
    expect(arrays['masks']?.values[100 * 300 + 150]).toBeCloseTo(32)
    expect(arrays['masks']?.values[300 * 200 + 199 * 300 + 299]).toBeCloseTo(-32)
  })
})

test('networks that are no promptable segmenter are refused with the reason', async () => {
  const { encoder } = samexporterToy()
  const { decoder } = metaToy()

  const { ask } = await openedSam({ encoder: decoder, decoder: encoder })

  expect(inWords(await ask(segmenting(await white)))).toMatchObject({
    ok: false,
    error: { reason: 'model-broken', message: expect.stringContaining('no known Segment Anything model') },
  })
})

test('a decoder that answers something else than masks is named with what it answers', async () => {
  const { ask } = await openedSam(samexporterToy({ answers: 'shapes' }))

  expect(inWords(await ask(segmenting(await white, click(5, 5))))).toMatchObject({
    ok: false,
    error: { reason: 'model-broken', message: expect.stringContaining('outputs no tensor "masks", only "shapes"') },
  })
})

const NOTHING = { confidence: 0, mask: { format: 'polygon', rings: [] } } as const

function disc(x: number, y: number) {
  return { x, y, radiusX: TOY_RADII[1], radiusY: TOY_RADII[1] }
}

function rounded({ confidence }: { readonly confidence: number }): number {
  return Math.round(confidence * 100) / 100
}

/** The file whose tag turns it into the given image. */
async function turnedAway(shown: Buffer, orientation: number): Promise<Buffer> {
  const stored = sharp(shown)
  const mirrored = [2, 4, 5, 7].includes(orientation)
  const degrees = [0, 0, 180, 180, 270, 270, 90, 90][orientation - 1] ?? 0
  const turned = await stored.rotate(degrees).toBuffer()
  const flopped = mirrored
    ? sharp(turned)
        .flop(orientation !== 5 && orientation !== 7)
        .flip(orientation === 5 || orientation === 7)
    : sharp(turned)
  return flopped.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
}
