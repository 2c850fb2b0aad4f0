import { arch, platform as systemOf, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from '#common/inference/manifest'
import type { ModelRuntime, ModelShelf } from '#core/models/inference/ports'
import type { ModelStoreSources } from '#core/models/store/service'
import { hostSettings } from '#inference/host/settings'
import { chosenRuntime } from '#inference/providers/chosen-runtime'
import { cudaEnvironment } from '#inference/providers/cuda-folder'
import { modelProviders } from '#inference/providers/providers'
import { modelRecogniser } from '#inference/recognise/recogniser'
import { modelRuntime } from '#inference/runtime'
import { MODEL_CATALOGUE } from '#inference/store/catalogue'
import { modelDrafts } from '#inference/store/drafts'
import { modelFolder } from '#inference/store/folder'
import { modelSettings } from '#inference/store/settings'
import { modelShelf } from '#inference/store/shelf'
import { trialRuntime } from '#inference/store/trial'
import { modelDownloads } from '#remote/models/downloads'
import type { ShellPorts } from '../ports.ts'

/** The models of the library, what runs them, and what they come in by. */
export interface ModelKeeping {
  readonly models: ModelShelf
  readonly runtime: ModelRuntime
  readonly modelSources: Omit<ModelStoreSources, 'shelf' | 'runtime' | 'clock' | 'notes'>
}

interface Keeping
  extends Pick<ShellPorts, 'library' | 'log' | 'modelHost' | 'providerProbe' | 'runSeconds' | 'cudaFolder'> {
  /** Where models are fetched from instead of their own hosts. */
  readonly mirror?: string | undefined
  /** Where what comes in and what is set is written: the library's folder, unless that is read-only. */
  readonly ownFolder?: string
}

export function keepModels(keeping: Keeping, cores: number): ModelKeeping {
  const { library, log, modelHost, providerProbe, mirror, runSeconds, cudaFolder, ownFolder = library } = keeping
  const platform = { system: systemOf(), architecture: arch(), cudaFolder }
  const environment = cudaEnvironment(platform, join(ownFolder, 'cache', 'cuda'))
  const folder = join(library, 'models')
  const staging = join(ownFolder, 'models', '.staging')
  const drafts = modelDrafts(staging)
  const open = (providers: readonly Provider[], isTrial = false) =>
    modelRuntime({
      settings: {
        ...hostSettings(cores, totalmem()),
        providers,
        isTrial,
        ...(runSeconds !== undefined && { runSeconds }),
      },
      environment,
      ...(modelHost && { hostEntry: modelHost }),
      logFailure: (message, failure) => log.error(failure, message),
    })
  const providers = modelProviders({
    library: ownFolder,
    probeEntry: providerProbe,
    platform,
    environment,
    changed: () => runtime.reopen(),
  })
  const runtime = chosenRuntime({ order: providers.order, open })
  return {
    models: modelShelf({ folder, warn: (message) => log.warn(message) }),
    runtime,
    modelSources: {
      drafts,
      providers,
      recogniser: modelRecogniser,
      catalogue: MODEL_CATALOGUE,
      folder: modelFolder({ folder, staging, trash: join(folder, '.trash'), drafts }),
      // On the CPU alone: a failure of another provider is not the network's fault.
      trial: trialRuntime(() => open(['cpu'], true)),
      downloads: modelDownloads(),
      settings: modelSettings({ library: ownFolder, mirror }),
      sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
    },
  }
}
