import type { PictureFetcher } from '#core/images/fetch-ports'
import type { InferenceService } from '#core/inference/service'
import type { LogRing } from './log-ring.ts'

/** Everything the inference server stands on. */
export interface InferenceServices {
  readonly inference: InferenceService
  /** Fetches pictures from the addresses that requests name. */
  readonly fetcher: PictureFetcher
  /** The last entries of the program's log. */
  readonly logs: LogRing
}
