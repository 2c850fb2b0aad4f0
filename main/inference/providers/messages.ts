import type { Provider } from '#common/inference/manifest'

/** What the process of a trial is asked, once. */
export interface ProbeRequest {
  readonly provider: Provider
}

/** What came of it. The process ends behind it. */
export interface ProbeReply {
  readonly works: boolean
  /** A sentence for people. */
  readonly reason: string
  readonly version: string
}
