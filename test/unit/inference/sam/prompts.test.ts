import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { maskArea } from '#common/geometry/mask'
import { imagePoint } from '#common/geometry/space'
import type { InputOf, MaskPrompt } from '#core/inference/operations'
import type { InstalledModel, ModelRuntime } from '#core/inference/ports'
import { installedModel, testRuntime } from '../../../kit/model-host.ts'
import { readNpz } from '../../../kit/npz-file.ts'
import { TOY_RADII } from '../../../kit/toy-models/sam/graph.ts'
import {
  metaToy,
  samexporterToy,
  type ToySam,
  transformersFirstToy,
  transformersToy,
} from '../../../kit/toy-models/sam/layouts.ts'
import { agreement, click, pixelsOf, segmenting, whitePicture } from '../../../kit/toy-models/sam/scene.ts'

/** As large as the frame, so that a pixel of the picture is one of the frame. */
const SIZE = { width: 1024, height: 1024 }
const white = whitePicture(SIZE)

describe('a prompt', () => {
  test('by a box is about its middle, whichever way a layout takes boxes', async () => {
    const runtime = testRuntime()
    for (const [i, toy] of [samexporterToy(), transformersToy(), metaToy()].entries()) {
      const { segment } = await opened(toy, { id: `toys/${i}`, runtime })

      const [mask] = await segment({ points: [], box: { x0: 300, y0: 500, x1: 500, y1: 560 } })

      expect(agreement(mask?.[0], SIZE, disc(400, 530))).toBeGreaterThan(0.98)
    }
  })

  test('is run on its own, with a box beside one without', async () => {
    const { segment } = await opened(transformersToy())

    const masks = await segment({ points: [], box: { x0: 200, y0: 200, x1: 400, y1: 400 } }, click(600, 700), {
      points: [{ at: imagePoint(300, 300), positive: true }],
      box: { x0: 200, y0: 200, x1: 400, y1: 400 },
    })

    expect(masks.map((all) => all.length)).toEqual([1, 1, 1])
    expect(agreement(masks[0]?.[0], SIZE, disc(300, 300))).toBeGreaterThan(0.98)
    expect(agreement(masks[1]?.[0], SIZE, disc(600, 700))).toBeGreaterThan(0.98)
    expect(masks[2]).toEqual(masks[0])
  })

  test('with a negative click leaves that place out', async () => {
    const runtime = testRuntime()
    for (const [i, toy] of [samexporterToy(), transformersToy(), transformersFirstToy(), metaToy()].entries()) {
      const { segment } = await opened(toy, { id: `toys/${i}`, runtime })
      const points = [...click(500, 500).points, ...click(560, 520, false).points]

      const [mask] = await segment({ points })

      const { data } = pixelsOf(mask?.[0] ?? NOTHING, SIZE)
      expect([data[500 * 1024 + 500], data[520 * 1024 + 560]]).toEqual([1, 0])
    }
  })

  test('that is missing stands for a point that says nothing', async () => {
    const runtime = testRuntime()
    for (const [i, toy] of [samexporterToy(), transformersToy(), metaToy()].entries()) {
      const { segment } = await opened(toy, { id: `toys/${i}`, runtime })

      // A toy that is told nothing cuts about its origin.
      expect(agreement((await segment())[0]?.[0], SIZE, disc(0, 0))).toBeGreaterThan(0.98)
    }
  })

  test('by a box is refused where the model has no input for boxes', async () => {
    const { ask } = await opened(transformersFirstToy())

    const answer = await ask(segmenting(await white, { points: [], box: { x0: 1, y0: 1, x1: 9, y1: 9 } }))

    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'model-cannot', message: expect.stringContaining('takes no boxes') },
    })
  })

  test('by a box is two points where the manifest says that the model takes it so', async () => {
    const { segment } = await opened(transformersFirstToy(), { layout: 'transformers-sam1-corners' })

    const [mask] = await segment({ points: [], box: { x0: 300, y0: 500, x1: 500, y1: 560 } })

    expect(agreement(mask?.[0], SIZE, disc(400, 530))).toBeGreaterThan(0.98)
  })
})

describe('an answer', () => {
  test('follows the picture as it is displayed, whatever its EXIF tag', async () => {
    const { ask } = await opened(samexporterToy())
    const size = { width: 640, height: 427 }
    const round = { x: 420, y: 130, radiusX: 90, radiusY: 60 }
    const shown = await whitePicture(size, round)

    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const answer = await ask(segmenting(await turnedAway(shown, orientation), click(400, 140)))

      if (!answer.ok) throw new Error(answer.error.message)
      expect(answer.value.output.size).toEqual(size)
      expect(agreement(answer.value.output.masks[0]?.[0], size, round)).toBeGreaterThan(0.98)
    }
  })

  test('is the best guess, or all of them best first', async () => {
    const { ask } = await opened(samexporterToy())
    const input = segmenting(await white, click(512, 512))

    const answers = [await ask(input), await ask({ ...input, allCandidates: true })]

    const confidences = answers.map((answer) => answer.ok && answer.value.output.masks[0]?.map(rounded))
    expect(confidences).toEqual([[0.9], [0.9, 0.7, 0.5]])
  })

  test('of a model with four masks is the single one once the prompt is unambiguous', async () => {
    const { segment } = await opened(metaToy({ four: true }))
    const two = { points: [...click(500, 500).points, ...click(520, 500).points] }

    const masks = await segment(click(500, 500), two)

    expect(masks.map((all) => all.map(rounded))).toEqual([[0.9], [0.3]])
  })

  test('has no ring where nothing was found', async () => {
    const { ask } = await opened(samexporterToy())
    const black = await sharp({ create: { ...SIZE, channels: 3, background: '#000' } })
      .png()
      .toBuffer()

    const answer = await ask({ ...segmenting(black, click(500, 500)), format: 'polygon' })

    expect(answer).toMatchObject({
      ok: true,
      value: { output: { masks: [[{ mask: { format: 'polygon', rings: [] } }]] } },
    })
  })

  test('in numpy’s format has the logits at both sizes', async () => {
    const { ask } = await opened(samexporterToy())
    const size = { width: 300, height: 200 }
    const input = segmenting(await whitePicture(size), click(150, 100), click(20, 30))

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

describe('an embedding', () => {
  test('is computed once for a picture, by its pixels', async () => {
    const { ask, prepare } = await opened(samexporterToy())
    const png = await white
    const same = await sharp(png).tiff().toBuffer()

    const first = await prepare({ picture: { kind: 'encoded', bytes: png } })
    const again = await prepare({ picture: { kind: 'encoded', bytes: same } })
    const clicked = await ask(segmenting(png, click(5, 5)))

    expect(first).toMatchObject({ ok: true, value: { output: { imageId: expect.stringMatching(/^[0-9a-f]{40}$/) } } })
    expect(again.ok && again.value.output).toEqual(first.ok && first.value.output)
    expect(again.ok && again.value.stages).not.toHaveProperty('run')
    expect(clicked.ok && clicked.value.output.imageId).toEqual(first.ok && first.value.output.imageId)
  })

  test('is found by the name that the picture was given, without a look at the picture', async () => {
    const { ask, prepare } = await opened(samexporterToy())
    await prepare({ picture: { kind: 'encoded', bytes: await white }, imageId: 'mine' })
    const { picture: _, ...click5 } = segmenting(await white, click(5, 5))

    const without = await ask({ ...click5, imageId: 'mine' })
    const withOther = await ask({ ...segmenting(Buffer.from('no picture'), click(5, 5)), imageId: 'mine' })

    expect(without).toMatchObject({ ok: true, value: { output: { imageId: 'mine', size: SIZE } } })
    expect(withOther.ok && withOther.value.output).toEqual(without.ok && without.value.output)
  })

  test('of a picture that several ask for at once is computed once', async () => {
    const { prepare } = await opened(samexporterToy())
    const bytes = await white

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => prepare({ picture: { kind: 'encoded', bytes }, imageId: 'a' })),
    )

    expect(answers.filter((answer) => answer.ok && 'run' in answer.value.stages)).toHaveLength(1)
  })

  test('that is not there is asked for', async () => {
    const { ask } = await opened(samexporterToy())
    const { picture: _, ...input } = segmenting(await white, click(5, 5))

    const answers = [await ask({ ...input, imageId: 'lost' }), await ask(input)]

    expect(answers).toMatchObject([
      { ok: false, error: { code: 'model-cannot', message: expect.stringContaining('"lost"') } },
      { ok: false, error: { code: 'model-cannot', message: expect.stringContaining('Send the picture') } },
    ])
  })

  test('of a picture that could not be read leaves nothing behind', async () => {
    const { prepare } = await opened(samexporterToy())

    const broken = await prepare({ picture: { kind: 'encoded', bytes: Buffer.from('no picture') }, imageId: 'a' })
    const sound = await prepare({ picture: { kind: 'encoded', bytes: await white }, imageId: 'a' })

    expect([broken, sound]).toMatchObject([{ ok: false, error: { code: 'picture-unreadable' } }, { ok: true }])
  })
})

describe('an earlier answer', () => {
  test('helps a prompt that goes on from it, when it was saved and is asked for', async () => {
    const { ask } = await opened(samexporterToy())
    const [one, two] = [click(250, 500), { points: [...click(250, 500).points, ...click(850, 500).points] }]
    const bytes = await white
    const areaOf = async (prompt: MaskPrompt, wish: Partial<InputOf<'segment'>> = {}) => {
      const answer = await ask({ ...segmenting(bytes, prompt), ...wish })
      return answer.ok ? maskArea(pixelsOf(answer.value.output.masks[0]?.[0] ?? NOTHING, SIZE)) : 0
    }

    await areaOf(one, { saveLogits: true })
    const [alone, helped] = [await areaOf(two), await areaOf(two, { loadLogits: true })]

    // The disc between both clicks, and then the one of the first click besides.
    expect(helped).toBeGreaterThan(1.5 * alone)
  })

  test('is done without where the model takes none', async () => {
    const runtime = testRuntime()
    for (const [i, toy] of [transformersToy(), samexporterToy({ takesMasks: false })].entries()) {
      const { ask } = await opened(toy, { id: `toys/${i}`, runtime })
      const input = { ...segmenting(await white, click(250, 500)), saveLogits: true, loadLogits: true }

      expect([await ask(input), await ask(input)]).toMatchObject([{ ok: true }, { ok: true }])
    }
  })
})

test('networks that are no promptable segmenter are refused with the reason', async () => {
  const { encoder } = samexporterToy()
  const { decoder } = metaToy()

  const { ask } = await opened({ encoder: decoder, decoder: encoder })

  expect(await ask(segmenting(await white))).toMatchObject({
    ok: false,
    error: { code: 'model-broken', message: expect.stringContaining('no Segment Anything model') },
  })
})

const NOTHING = { confidence: 0, mask: { format: 'polygon', rings: [] } } as const

interface Opening {
  readonly id?: string
  readonly layout?: string
  readonly runtime?: ModelRuntime
}

async function opened(toy: ToySam, { id = 'toys/sam', layout = 'default', runtime = testRuntime() }: Opening = {}) {
  const model = await installedModel({ id, task: 'unsupervised-segmentation', family: 'sam', layout }, toy)
  return asking(runtime, model)
}

function asking(runtime: ModelRuntime, model: InstalledModel) {
  const ask = (input: InputOf<'segment'>) => runtime.run({ model, operation: 'segment', input })
  return {
    ask,
    prepare: (input: InputOf<'prepare-picture'>) => runtime.run({ model, operation: 'prepare-picture', input }),
    async segment(...prompts: MaskPrompt[]) {
      const answer = await ask(segmenting(await white, ...prompts))
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.value.output.masks
    },
  }
}

function disc(x: number, y: number) {
  return { x, y, radiusX: TOY_RADII[1], radiusY: TOY_RADII[1] }
}

function rounded({ confidence }: { readonly confidence: number }): number {
  return Math.round(confidence * 100) / 100
}

/** The file whose tag turns it into the given picture. */
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
