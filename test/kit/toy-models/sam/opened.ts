import { sentenceOf } from '#common/messages/sentence'
import type { InputOf, MaskPrompt } from '#core/models/inference/operations'
import { installedModel, sharedRuntime } from '../../model-host.ts'
import type { ToySam } from './layouts.ts'
import { segmenting, whiteImage } from './scene.ts'

/** As large as the frame of most toy models, so that image and frame pixels are the same. */
export const WHITE_SIZE = { width: 1024, height: 1024 }
export const white = whiteImage(WHITE_SIZE)

interface Opening {
  readonly layout?: string
}

/** Opens a toy model; `segment` runs it on a white image. */
export async function openedSam(toy: ToySam, { layout = 'default' }: Opening = {}) {
  const runtime = sharedRuntime()
  const model = await installedModel({ id: 'toys/sam', task: 'unsupervised-segmentation', family: 'sam', layout }, toy)
  const ask = (input: InputOf<'segment'>) => runtime.run({ model, operation: 'segment', input })
  return {
    ask,
    prepare: (input: InputOf<'prepare-image'>) => runtime.run({ model, operation: 'prepare-image', input }),
    async segment(...prompts: MaskPrompt[]) {
      const answer = await ask(segmenting(await white, ...prompts))
      if (!answer.ok) throw new Error(sentenceOf(answer.error))
      return answer.value.output.masks
    },
  }
}
