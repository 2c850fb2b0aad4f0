import type { Provider } from '#common/inference/manifest'

/** The request to the process of a trial, sent once. */
export interface ProbeRequest {
  readonly provider: Provider
}

/** The result of a trial. The process ends behind it. */
export interface ProbeReply {
  readonly works: boolean
  /** A sentence for people. */
  readonly reason: string
  readonly version: string
}
