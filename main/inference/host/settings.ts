import { type Provider, RUN_SECONDS } from '#common/inference/manifest'

/** The host's share of the machine. */
export interface HostSettings {
  /** Of one network while it runs. */
  readonly threads: number
  /** Models that stay loaded at the same time. */
  readonly mostModels: number
  /** Loaded models that are not in use leave while all together take more. */
  readonly memoryBudgetBytes: number
  /** Longest time that loading a model or one run of it may take, where its manifest does not say another. */
  readonly runSeconds: number
  /** Models are here to be tried: those whose answers hold no numbers are refused. */
  readonly isTrial?: boolean
  /** Tried in this order. */
  readonly providers: readonly Provider[]
}

/** Models that stay loaded at the same time; the inference server's own default. */
const MOST_MODELS = 8

/** The host's share of a machine with so many cores and so many bytes of memory, as long as nobody decides otherwise. */
export function hostSettings(cores: number, memoryBytes: number): HostSettings {
  return {
    threads: cores,
    mostModels: MOST_MODELS,
    memoryBudgetBytes: Math.floor(memoryBytes / 2),
    runSeconds: RUN_SECONDS,
    providers: ['cpu'],
  }
}
