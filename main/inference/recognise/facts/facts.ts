import type { ModelFamily, ModelInput, ModelManifest, ModelTask } from '#common/inference/manifest'

/** What files beside a network, or its own metadata, say of it. Of two that say the same, the first is heard. */
export interface ModelFacts
  extends Partial<Pick<ModelManifest, 'colours' | 'keypoints' | 'preprocessing' | 'isFused'>> {
  readonly classNames?: readonly string[]
  readonly task?: ModelTask
  readonly family?: ModelFamily
  /** What `config.json` calls the architecture, which tells layouts apart that have the same tensors. */
  readonly modelType?: string
  /** Classes do not exclude each other. */
  readonly isMultiLabel?: boolean
  /** Without a side that the network fixes itself. */
  readonly input?: Partial<ModelInput>
  readonly name?: string
}
