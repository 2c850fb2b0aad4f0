import { refusal } from '#common/errors'
import type { RunLengths } from '#common/geometry/rle'
import type { Size } from '#common/geometry/space'
import type { PromptedMask } from '#common/inference/prediction'
import type { ConceptPrompt, InputOf } from '#core/models/inference/operations'
import { type CallContext, type Handler, UnservedInputError } from '../../host/family.ts'
import type { Session, Tensors } from '../../host/session.ts'
import { promptedMask } from '../../masks/prompted-mask.ts'
import { runLengthsIou, runLengthsOf } from '../../masks/runs.ts'
import { type Surface, surfaceOver } from '../../masks/surface.ts'
import type { KeptImage, KeptImages } from '../kit/kept-images.ts'
import { inputsFor } from '../kit/precision.ts'
import { type ConceptLayout, type Example, type Phrase, WORD_FOR_BOXES } from './layout.ts'

/** A SAM 3 whose networks are loaded. */
export interface OpenedConcepts {
  readonly layout: ConceptLayout
  readonly detector: Session
  /** The network of boxes, where they have one of their own. */
  readonly geometry: Session | undefined
  readonly images: KeptImages<undefined>
  readPhrase(phrase: string, context: CallContext): Promise<Phrase>
}

type Kept = KeptImage<undefined>

/** An object over the image, with the place of its prompt. */
interface Found {
  readonly prompt: number
  readonly score: number
  readonly surface: Surface
}

/** Finds all objects of each kind that is asked for. */
export function conceptFinder(opened: OpenedConcepts): Handler<'segment-concepts'> {
  return (input, context) => {
    for (const prompt of input.prompts) checkPrompt(prompt, opened.layout)
    return opened.images.use(input, context, async (kept) => {
      const found: Found[] = []
      for (const [place, prompt] of input.prompts.entries()) {
        const objects = await findObjects(opened, { prompt, kept }, context)
        found.push(...objects.map((object) => ({ ...object, prompt: place })))
      }
      return context.timed('finish', () => answers(found, input))
    })
  }
}

/** Throws an `UnservedInputError` for a prompt that the model has no input for. */
function checkPrompt({ text, boxes }: ConceptPrompt, { takesExamples }: ConceptLayout): void {
  if (text === undefined && boxes.length === 0) throw new UnservedInputError(refusal('prompt-empty'))
  if (boxes.length > 0 && !takesExamples) throw new UnservedInputError(refusal('model-takes-no-examples'))
}

interface Asked {
  readonly prompt: ConceptPrompt
  readonly kept: Kept
}

async function findObjects(opened: OpenedConcepts, { prompt, kept }: Asked, context: CallContext) {
  const { layout, detector, geometry } = opened
  const { size, imageId } = kept
  context.signal.throwIfAborted()
  const phrase = await opened.readPhrase(prompt.text ?? WORD_FOR_BOXES, context)
  const examples = prompt.boxes.map((shown) => exampleIn(size, shown))
  const runGeometry = async (inputs: Tensors) => (geometry ? geometry.run(inputsFor(geometry, inputs), imageId) : {})
  const outputs = await context.timed('run', async () => {
    const inputs = await layout.inputs({ phrase, examples, size, detector, runGeometry })
    return detector.run(inputsFor(detector, inputs), imageId)
  })
  return layout
    .read(outputs)
    .filter(({ score }) => score >= prompt.threshold)
    .map(({ score, grid }) => ({
      score,
      surface: surfaceOver(size, grid, { x0: 0, y0: 0, x1: grid.width, y1: grid.height }),
    }))
}

function exampleIn({ width, height }: Size, { box, positive }: ConceptPrompt['boxes'][number]): Example {
  return {
    centreX: (box.x0 + box.x1) / 2 / width,
    centreY: (box.y0 + box.y1) / 2 / height,
    width: (box.x1 - box.x0) / width,
    height: (box.y1 - box.y0) / height,
    positive,
  }
}

function answers(found: readonly Found[], { prompts, nmsIouThreshold, format }: InputOf<'segment-concepts'>) {
  const ranked = found.toSorted((one, other) => other.score - one.score)
  const kept = nmsIouThreshold === undefined ? ranked : withoutDoubles(ranked, nmsIouThreshold)
  return prompts.map((_, place) =>
    kept.filter(({ prompt }) => prompt === place).map((object) => toMask(object, format)),
  )
}

/** Of objects that share more of their pixels than the threshold, whichever prompt found them, the best stays. */
function withoutDoubles(ranked: readonly Found[], threshold: number): readonly Found[] {
  const kept: { readonly object: Found; readonly counts: RunLengths }[] = []
  for (const object of ranked) {
    const counts = runLengthsOf(object.surface)
    if (kept.every((better) => runLengthsIou(better.counts, counts) <= threshold)) kept.push({ object, counts })
  }
  return kept.map(({ object }) => object)
}

function toMask({ score, surface }: Found, format: 'polygon' | 'rle'): PromptedMask {
  return { confidence: score, mask: promptedMask(surface, format) }
}
