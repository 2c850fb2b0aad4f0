import type { ImageFetcher } from '#core/dataset/images/fetch-ports'
import type { Reconstructor } from '#core/models/inference/ports'
import type { InferenceService } from '#core/models/inference/service'
import type { LogRing } from './log-ring.ts'

/** Everything the inference server stands on. */
export interface InferenceServices {
  readonly inference: InferenceService
  /** Fetches images from the addresses that requests name. */
  readonly fetcher: ImageFetcher
  /** The last entries of the program's log. */
  readonly logs: LogRing
  /** Whether masks may be helped on by those before, for each of the two. */
  readonly keepsLogits: { readonly sam2: boolean; readonly sam3: boolean }
  /** Rebuilds objects in three dimensions; undefined where nothing does. */
  readonly reconstructor: Reconstructor | undefined
}
