import type { PromptedMask } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import type { InputOf, MaskPrompt, OutputOf } from '#core/models/inference/operations'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, FamilyDefinition, Handler, OpenedModel } from '../../host/family.ts'
import { promptedMask } from '../../masks/prompted-mask.ts'
import { type KeptImage, type KeptImages, keptImages } from '../kit/kept-images.ts'
import { maskArchive } from './archive.ts'
import { embedImage, type Placed, StoredPlace } from './embedding.ts'
import { type Decoding, decoderInputs, type Guess, overImage, readGuesses, takesMasks } from './guesses.ts'
import { samLayout } from './layouts.ts'
import { type LogitsCache, logitsCache } from './logits.ts'

/**
 * Memory for embeddings: 30 images of SAM 2, whose embedding takes 16.8 MB. The inference server's own bound, 100 images, would take
 * 1.7 GB.
 */
const EMBEDDING_BYTES = 512 * 1024 ** 2

/** Segment Anything 1, 2 and the tracker of 3: masks for points and boxes. */
export const sam: FamilyDefinition = {
  id: 'sam',
  networks: ['encoder', 'decoder'],
  async open(model) {
    const { decoding, images, logits } = openSam(model)
    return {
      'prepare-image': (named, context) => images.use(named, context, async ({ imageId }) => ({ imageId })),
      segment: segmenter({ decoding, images, logits }),
    }
  },
}

interface OpenedSam {
  readonly decoding: Decoding
  readonly images: KeptImages<Placed>
  readonly logits: LogitsCache
}

function openSam(model: OpenedModel): OpenedSam {
  const networks = { encoder: model.session('encoder'), decoder: model.session('decoder') }
  const layout = samLayout(model.manifest.layout, networks)
  if (layout === undefined) throw new ModelRunError(message('sam-tensors-unknown'))
  const input = model.manifest.input ?? layout.inputFor(networks)
  const logits = logitsCache()
  return {
    logits,
    decoding: { layout, outputs: layout.outputsOf(networks), decoder: networks.decoder, frame: input },
    images: keptImages<Placed>({
      shelf: model,
      budgetBytes: EMBEDDING_BYTES,
      embed: (image, context) => embedImage({ layout, input, ...networks }, { image, context }),
      factsFrom: (stored) => StoredPlace.safeParse(stored).data,
      // Another image may come under the same name.
      dropped: (imageId) => logits.forget(imageId),
    }),
  }
}

type SegmentInput = InputOf<'segment'>

function segmenter({ decoding, images, logits }: OpenedSam): Handler<'segment'> {
  return (input, context) =>
    images.use(input, context, async (kept) => {
      const prompts = input.prompts.length === 0 ? [NOTHING] : input.prompts
      const guesses: (readonly Guess[])[] = []
      // One after the other: the network runs one at a time anyway.
      for (const prompt of prompts) {
        const earlier = input.loadLogits ? logits.find(kept.imageId, prompt) : undefined
        const found = await guess(decoding, { prompt, kept, earlier }, context)
        if (input.saveLogits && takesMasks(decoding.decoder) && found[0])
          logits.save(kept.imageId, prompt, found[0].grid.values.slice())
        guesses.push(found)
      }
      return context.timed('finish', () => answer({ decoding, kept, guesses }, input))
    })
}

/** A prompt that says nothing. */
const NOTHING: MaskPrompt = { points: [] }

async function guess(decoding: Decoding, question: Parameters<typeof decoderInputs>[1], context: CallContext) {
  context.signal.throwIfAborted()
  const inputs = decoderInputs(decoding, question)
  const answered = await context.timed('run', () => decoding.decoder.run(inputs, question.kept.imageId))
  return readGuesses(decoding, answered, question.prompt)
}

interface Found {
  readonly decoding: Decoding
  readonly kept: KeptImage<Placed>
  /** Of each prompt, best first. */
  readonly guesses: readonly (readonly Guess[])[]
}

async function answer({ decoding, kept, guesses }: Found, wanted: SegmentInput): Promise<OutputOf<'segment'>> {
  const { imageId, size } = kept
  const { format } = wanted
  const chosen = guesses.map((all) => (wanted.allCandidates ? all : all.slice(0, 1)))
  if (format === 'npz') {
    const best = chosen.flatMap(([first]) => (first ? [{ ...first, surface: overImage(decoding, first, kept) }] : []))
    return { imageId, size, masks: [], archive: await maskArchive(best, size) }
  }
  const maskOf = (one: Guess): PromptedMask => ({
    confidence: one.score,
    mask: promptedMask(overImage(decoding, one, kept), format),
  })
  return { imageId, size, masks: chosen.map((all) => all.map(maskOf)) }
}
