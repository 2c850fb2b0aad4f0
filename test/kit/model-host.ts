import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PredictOptions } from '#core/models/inference/operations'
import type { InstalledModel, ModelRuntime } from '#core/models/inference/ports'
import type { HostSettings } from '#inference/host/settings'
import { modelRuntime, type RuntimeOptions } from '#inference/runtime'
import { type DescribedModel, type ModelContents, writeModelFolder } from './model-folder.ts'
import { removeFolder } from './remove-folder.ts'

/** Starts a host process for one test. */
export function testRuntime(settings: Partial<HostSettings> = {}, options: Options = {}): ModelRuntime {
  const runtime = openRuntime(settings, options)
  onTestFinished(() => runtime.close())
  return runtime
}

type Options = Partial<Pick<RuntimeOptions, 'loadsPerProcess' | 'logFailure'>>

function openRuntime(settings: Partial<HostSettings> = {}, options: Options = {}): ModelRuntime {
  return modelRuntime({
    settings: {
      threads: 1,
      mostModels: 8,
      memoryBudgetBytes: 4 * 1024 ** 3,
      runSeconds: 300,
      providers: ['cpu'],
      ...settings,
    },
    logFailure: () => undefined,
    ...options,
  })
}

let shared: ModelRuntime | undefined

/**
 * Returns the host process shared by tests, which ends with their process: starting one takes longer than most of them.
 * It is not replaced after a number of loads, which would drop the embeddings that other tests use.
 */
export function sharedRuntime(): ModelRuntime {
  shared ??= openRuntime({}, { loadsPerProcess: Number.POSITIVE_INFINITY })
  return shared
}

/** Installs a model in a folder that is deleted when the test ends. */
export async function installedModel(described: DescribedModel, files: ModelContents): Promise<InstalledModel> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-model-'))
  onTestFinished(() => removeFolder(folder))
  return writeModelFolder(folder, described, files)
}

/** Default options of a request. */
export const PREDICT: PredictOptions = {
  confidence: 0.4,
  iouThreshold: 0.3,
  classAgnostic: false,
  maxDetections: 300,
  maxCandidates: 3000,
  keypointConfidence: 0,
  maskDecoding: { mode: 'accurate', tradeoff: 0 },
  maskFormat: 'polygon',
  skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false },
}
