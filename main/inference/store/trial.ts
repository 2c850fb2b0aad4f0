import { type Refusal, refuse } from '#common/errors'
import type { ModelTask } from '#common/inference/manifest'
import { reasonOf } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import type { PredictOptions } from '#core/models/inference/operations'
import type { InstalledModel, ModelRuntime } from '#core/models/inference/ports'
import type { TrialRuntime } from '#core/models/store/ports'
import { plainImage } from '#decoding/engine'

/** Tasks of models that look at an image without a prompt. */
const WITHOUT_PROMPT: readonly ModelTask[] = [
  'object-detection',
  'instance-segmentation',
  'keypoint-detection',
  'classification',
  'multi-label-classification',
  'semantic-segmentation',
]

/** Loads a model in a process of its own, and shows it an empty image when it needs no prompt. The process ends with the trial. */
export function trialRuntime(open: () => ModelRuntime): TrialRuntime {
  return {
    async load(model, signal) {
      const runtime = open()
      const stop = () => void runtime.close()
      signal.addEventListener('abort', stop, { once: true })
      try {
        const loaded = await runtime.load(model)
        if (!loaded.ok) return refusedTrial(model, loaded.error)
        const shown = await show(runtime, model)
        return shown.ok ? loaded : refusedTrial(model, shown.error)
      } finally {
        signal.removeEventListener('abort', stop)
        await runtime.close()
      }
    },
  }
}

async function show(runtime: ModelRuntime, model: InstalledModel): Promise<Result<unknown, Refusal>> {
  if (!WITHOUT_PROMPT.includes(model.manifest.task)) return ok(undefined)
  const bytes = await plainImage({ width: 96, height: 64 }, '#808080').png().toBuffer()
  const images = [{ kind: 'encoded' as const, bytes }]
  return runtime.run({ model, operation: 'predict', input: { images, options: OPTIONS } })
}

const OPTIONS: PredictOptions = {
  confidence: 'default',
  iouThreshold: 0.3,
  classAgnostic: false,
  maxDetections: 300,
  maxCandidates: 3000,
  keypointConfidence: 0,
  maskDecoding: { mode: 'fast', tradeoff: 0 },
  maskFormat: 'polygon',
  skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false },
}

/** One that ends its process is at fault itself: nothing else runs in there. */
function refusedTrial({ manifest }: InstalledModel, refusal: Refusal): Result<never, Refusal> {
  if (reasonOf(refusal) !== 'inference-stopped') return { ok: false, error: refusal }
  return refuse('model-ends-its-process', { name: manifest.name })
}
