import type { Prediction } from '#common/inference/prediction'
import { sentenceOf } from '#common/messages/sentence'
import type { ImageSource, PredictOptions } from '#core/models/inference/operations'
import type { InstalledModel } from '#core/models/inference/ports'
import type { DescribedModel } from './model-folder.ts'
import { installedModel, PREDICT, sharedRuntime } from './model-host.ts'

/** A model of one file that gets an id of its own. */
type ToyModel = Omit<DescribedModel, 'id'>

/** Installs models and runs them in the host that tests share. */
export function predictingHost() {
  const runtime = sharedRuntime()
  let installed = 0

  async function predictAll(
    model: InstalledModel,
    images: readonly ImageSource[],
    options: Partial<PredictOptions> = {},
  ): Promise<readonly Prediction[]> {
    const input = { images, options: { ...PREDICT, ...options } }
    const answer = await runtime.run({ model, operation: 'predict', input })
    if (!answer.ok) throw new Error(sentenceOf(answer.error))
    return answer.value.output.map(({ prediction }) => prediction)
  }

  return {
    install(described: ToyModel, bytes: Uint8Array): Promise<InstalledModel> {
      installed += 1
      return installedModel({ ...described, id: `toys/${installed}` }, { model: ['model.onnx', bytes] })
    },

    predictAll,

    /** Returns the prediction of a model for an image. Throws the sentence of a refusal. */
    async predict(
      model: InstalledModel,
      image: ImageSource,
      options: Partial<PredictOptions> = {},
    ): Promise<Prediction> {
      const [first] = await predictAll(model, [image], options)
      if (first === undefined) throw new Error('The model answers nothing for the image')
      return first
    },
  }
}
