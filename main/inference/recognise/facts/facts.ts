import type { ModelFamily, ModelInput, ModelManifest, ModelTask } from '#common/inference/manifest'

/** Facts from files beside a network, or from its own metadata. If two state the same fact, the first one counts. */
export interface ModelFacts
  extends Partial<Pick<ModelManifest, 'colours' | 'keypoints' | 'preprocessing' | 'isFused'>> {
  readonly classNames?: readonly string[]
  readonly task?: ModelTask
  readonly family?: ModelFamily
  /** The architecture's name in `config.json`, which tells layouts apart that have the same tensors. */
  readonly modelType?: string
  /** Classes do not exclude each other. */
  readonly isMultiLabel?: boolean
  /** Without a side that the network fixes itself. */
  readonly input?: Partial<ModelInput>
  readonly name?: string
}
