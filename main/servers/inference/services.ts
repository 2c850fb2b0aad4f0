import type { ImageFetcher } from '#core/dataset/images/fetch-ports'
import type { Reconstructor } from '#core/models/inference/ports'
import type { InferenceService } from '#core/models/inference/service'
import type { LogRing } from './log-ring.ts'

/** Services behind the inference server. */
export interface InferenceServices {
  readonly inference: InferenceService
  /** Fetches images from addresses in requests. */
  readonly fetcher: ImageFetcher
  /** The latest entries of the program's log. */
  readonly logs: LogRing
  /** Whether each of the two families may refine masks with earlier logits. */
  readonly keepsLogits: { readonly sam2: boolean; readonly sam3: boolean }
  /** Reconstructs 3D objects; undefined if that is not configured. */
  readonly reconstructor: Reconstructor | undefined
}
