import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { maskArea } from '#common/geometry/mask'
import type { InputOf, MaskPrompt } from '#core/models/inference/operations'
import { inWords } from '../../../../kit/in-words.ts'
import { samexporterToy, transformersToy } from '../../../../kit/toy-models/sam/layouts.ts'
import { openedSam, WHITE_SIZE, white } from '../../../../kit/toy-models/sam/opened.ts'
import { click, pixelsOf, segmenting } from '../../../../kit/toy-models/sam/scene.ts'

describe('an embedding', () => {
  test('is computed once for an image, by its pixels', async () => {
    const { ask, prepare } = await openedSam(samexporterToy())
    const png = await white
    const same = await sharp(png).tiff().toBuffer()

    const first = await prepare({ image: { kind: 'encoded', bytes: png } })
    const again = await prepare({ image: { kind: 'encoded', bytes: same } })
    const clicked = await ask(segmenting(png, click(5, 5)))

    expect(first).toMatchObject({ ok: true, value: { output: { imageId: expect.stringMatching(/^[0-9a-f]{40}$/) } } })
    expect(again.ok && again.value.output).toEqual(first.ok && first.value.output)
    expect(again.ok && again.value.stages).not.toHaveProperty('run')
    expect(clicked.ok && clicked.value.output.imageId).toEqual(first.ok && first.value.output.imageId)
  })

  test('is found by the name that the image was given, without a look at the image', async () => {
    const { ask, prepare } = await openedSam(samexporterToy())
    await prepare({ image: { kind: 'encoded', bytes: await white }, imageId: 'mine' })
    const { image: _, ...click5 } = segmenting(await white, click(5, 5))

    const without = await ask({ ...click5, imageId: 'mine' })
    const withOther = await ask({ ...segmenting(Buffer.from('no image'), click(5, 5)), imageId: 'mine' })

    expect(without).toMatchObject({ ok: true, value: { output: { imageId: 'mine', size: WHITE_SIZE } } })
    expect(withOther.ok && withOther.value.output).toEqual(without.ok && without.value.output)
  })

  test('of an image that several ask for at once is computed once', async () => {
    const { prepare } = await openedSam(samexporterToy())
    const bytes = await white

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => prepare({ image: { kind: 'encoded', bytes }, imageId: 'a' })),
    )

    expect(answers.filter((answer) => answer.ok && 'run' in answer.value.stages)).toHaveLength(1)
  })

  test('that is not there is asked for', async () => {
    const { ask } = await openedSam(samexporterToy())
    const { image: _, ...input } = segmenting(await white, click(5, 5))

    const answers = [await ask({ ...input, imageId: 'lost' }), await ask(input)]

    expect(answers.map(inWords)).toMatchObject([
      { ok: false, error: { reason: 'model-cannot', message: expect.stringContaining('"lost"') } },
      { ok: false, error: { reason: 'model-cannot', message: expect.stringContaining('No image was sent') } },
    ])
  })

  test('of an image that could not be read leaves nothing behind', async () => {
    const { prepare } = await openedSam(samexporterToy())

    const broken = await prepare({ image: { kind: 'encoded', bytes: Buffer.from('no image') }, imageId: 'a' })
    const sound = await prepare({ image: { kind: 'encoded', bytes: await white }, imageId: 'a' })

    expect([broken, sound].map(inWords)).toMatchObject([
      { ok: false, error: { reason: 'picture-unreadable' } },
      { ok: true },
    ])
  })
})

describe('an earlier answer', () => {
  test('helps a prompt that goes on from it, when it was saved and is asked for', async () => {
    const { ask } = await openedSam(samexporterToy())
    const [one, two] = [click(250, 500), { points: [...click(250, 500).points, ...click(850, 500).points] }]
    const bytes = await white
    const areaOf = async (prompt: MaskPrompt, wish: Partial<InputOf<'segment'>> = {}) => {
      const answer = await ask({ ...segmenting(bytes, prompt), ...wish })
      return answer.ok ? maskArea(pixelsOf(answer.value.output.masks[0]?.[0] ?? NOTHING, WHITE_SIZE)) : 0
    }

    await areaOf(one, { saveLogits: true })
    const [alone, helped] = [await areaOf(two), await areaOf(two, { loadLogits: true })]

    // The disc between both clicks, and then the one of the first click besides.
    expect(helped).toBeGreaterThan(1.5 * alone)
  })

  test('is done without where the model takes none', async () => {
    for (const toy of [transformersToy(), samexporterToy({ takesMasks: false })]) {
      const { ask } = await openedSam(toy)
      const input = { ...segmenting(await white, click(250, 500)), saveLogits: true, loadLogits: true }

      expect([await ask(input), await ask(input)]).toMatchObject([{ ok: true }, { ok: true }])
    }
  })
})

const NOTHING = { confidence: 0, mask: { format: 'polygon', rings: [] } } as const
