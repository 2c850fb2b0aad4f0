import type { Provider } from '#common/inference/manifest'
import type { ProviderChoice, ProviderVerdict } from '#common/inference/providers'

/** The execution providers of this machine: which work, and which are used. */
export interface ModelProviders {
  /** In the order in which they are tried when a model is loaded; the processor is last. A provider is probed when nothing is known of it. */
  order(): Promise<readonly Provider[]>
  /** Verdicts on every provider of this build, each probed when none is known. `again` probes all. */
  verdicts(again?: boolean): Promise<readonly ProviderVerdict[]>
  choice(): Promise<ProviderChoice>
  /** Models that are loaded are loaded again when they are used next. */
  choose(choice: ProviderChoice): Promise<void>
}
