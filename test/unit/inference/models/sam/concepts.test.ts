import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Box } from '#common/geometry/box'
import { maskBounds } from '#common/geometry/mask'
import type { PromptedMask } from '#common/inference/prediction'
import { sentenceOf } from '#common/messages/sentence'
import type { ConceptPrompt, InputOf } from '#core/models/inference/operations'
import { inWords } from '../../../../kit/in-words.ts'
import { installedModel, sharedRuntime } from '../../../../kit/model-host.ts'
import { svgLayer } from '../../../../kit/svg.ts'
import {
  samexporterConceptToy,
  splitToy,
  TOY_LOGITS,
  type ToyConcepts,
  uslsToy,
} from '../../../../kit/toy-models/sam/concepts.ts'
import { pixelsOf } from '../../../../kit/toy-models/sam/scene.ts'

const SIZE = { width: 640, height: 480 }
/** Two red rectangles and a green one, each in a quarter of its own. */
const [RED, OTHER_RED, GREEN] = [
  { x0: 40, y0: 60, x1: 140, y1: 160 },
  { x0: 400, y0: 300, x1: 600, y1: 420 },
  { x0: 380, y0: 40, x1: 480, y1: 140 },
]
const scene = drawScene()

const ALL = [
  ['usls', uslsToy()],
  ['usls in four files', uslsToy({ geometry: true })],
  ['transformers', splitToy()],
  ['transformers with hidden states', splitToy(['fpn_hidden_state_0', 'fpn_hidden_state_1'])],
  ['samexporter', samexporterConceptToy()],
] as const
const WITH_BOXES = ALL.filter(([name]) => !name.startsWith('transformers'))

describe('a phrase', () => {
  test('finds all objects of its kind, whichever way the networks are cut', async () => {
    const runtime = sharedRuntime()
    for (const [layout, toy] of ALL) {
      const { find } = await opened(toy, layout, runtime)

      const [red, green] = await find(saying('red'), saying('Green'))

      expect([layout, red?.map(boundsOf).sort(byLeft)]).toEqual([layout, [near(RED), near(OTHER_RED)]])
      expect([layout, green?.map(boundsOf)]).toEqual([layout, [near(GREEN)]])
    }
  })

  test('is as sure as the object and the presence of its kind together', async () => {
    const { find } = await opened(uslsToy())

    const [[best] = []] = await find(saying('red'))

    expect(best?.confidence).toBeCloseTo(sigmoid(TOY_LOGITS.object) * sigmoid(TOY_LOGITS.presence), 4)
  })

  test('has a least confidence of its own, which may just be reached', async () => {
    const { find } = await opened(uslsToy())
    const [[best] = []] = await find(saying('red'))
    const reached = best?.confidence ?? 0

    const masks = await find(saying('red', reached), saying('red', reached + 1e-6), saying('red', 0))

    expect(masks.map((all) => all.length)).toEqual([2, 0, 4])
  })
})

describe('example boxes', () => {
  test('find what looks like them, or leave it out of what the words mean', async () => {
    const runtime = sharedRuntime()
    for (const [layout, toy] of WITH_BOXES) {
      const { find } = await opened(toy, layout, runtime)
      const notThis = { ...saying('green'), boxes: [{ box: GREEN, positive: false }] }

      const [green, red, nothing] = await find(showing([GREEN]), showing([OTHER_RED]), notThis)

      expect([layout, green?.map(boundsOf), red?.length]).toEqual([layout, [near(GREEN)], 2])
      expect([layout, nothing]).toEqual([layout, []])
    }
  })

  test('are refused by a model that has no input for them', async () => {
    const { ask } = await opened(splitToy())

    expect(inWords(await ask([showing([GREEN])]))).toMatchObject({
      ok: false,
      error: { reason: 'model-cannot', message: expect.stringContaining('no input for example boxes') },
    })
  })
})

describe('answers', () => {
  test('of several prompts for the same object are one when overlap is to be suppressed', async () => {
    const { find, ask } = await opened(uslsToy())
    const prompts = [saying('green'), showing([GREEN]), saying('red')]

    const apart = await find(...prompts)
    const together = await ask(prompts, { nmsIouThreshold: 0.5 })

    expect(apart.map((all) => all.length)).toEqual([1, 1, 2])
    expect(together.ok && together.value.output.map((all) => all.length)).toEqual([1, 0, 2])
  })

  test('are outlines where they are asked for', async () => {
    const { ask } = await opened(samexporterConceptToy())

    const answer = await ask([saying('green')], { format: 'polygon' })

    expect(answer.ok && answer.value.output[0]).toMatchObject([
      { mask: { format: 'polygon', rings: [expect.any(Array)] } },
    ])
  })

  test('need the image to be looked at once only', async () => {
    const { ask } = await opened(uslsToy())

    const first = await ask([saying('red')], { imageId: 'a' })
    const again = await ask([saying('red')], { imageId: 'a', isSent: false })

    expect(again.ok && again.value.output).toEqual(first.ok && first.value.output)
    expect(again.ok && again.value.stages).not.toHaveProperty('decode')
  })
})

type Wish = Partial<InputOf<'segment-concepts'>> & { readonly isSent?: boolean }

async function opened(toy: ToyConcepts, name = 'sam3', runtime = sharedRuntime()) {
  const described = { id: `toys/${name}`, task: 'instance-segmentation', family: 'sam3-concept' } as const
  const model = await installedModel(described, toy)
  const ask = async (prompts: readonly ConceptPrompt[], { isSent = true, ...wish }: Wish = {}) => {
    const image = { kind: 'encoded' as const, bytes: await scene }
    const input = { ...(isSent && { image }), prompts, format: 'rle' as const, ...wish }
    return runtime.run({ model, operation: 'segment-concepts', input })
  }
  return {
    ask,
    async find(...prompts: ConceptPrompt[]) {
      const answer = await ask(prompts)
      if (!answer.ok) throw new Error(sentenceOf(answer.error))
      return answer.value.output
    },
  }
}

function saying(text: string, threshold = 0.5): ConceptPrompt {
  return { text, boxes: [], threshold }
}

function showing(boxes: readonly Box[]): ConceptPrompt {
  return { boxes: boxes.map((box) => ({ box, positive: true })), threshold: 0.5 }
}

function boundsOf(mask: PromptedMask): Box | undefined {
  return maskBounds(pixelsOf(mask, SIZE))
}

/** Within the width of a cell of the toys. */
function near({ x0, y0, x1, y1 }: Box) {
  const close = (value: number) => expect.closeTo(value, -1)
  return { x0: close(x0), y0: close(y0), x1: close(x1), y1: close(y1) }
}

function byLeft(one: Box | undefined, other: Box | undefined): number {
  return (one?.x0 ?? 0) - (other?.x0 ?? 0)
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

async function drawScene(): Promise<Buffer> {
  const rectangles = [RED, OTHER_RED, GREEN].map(({ x0, y0, x1, y1 }, i) => {
    const fill = i === 2 ? '#0f0' : '#f00'
    return `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" fill="${fill}"/>`
  })
  const { width, height } = SIZE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rectangles.join('')}</svg>`
  const canvas = sharp({ create: { ...SIZE, channels: 3, background: '#000' } })
  return canvas
    .composite([await svgLayer(svg)])
    .png()
    .toBuffer()
}
