import type { Provider } from '#common/inference/manifest'
import type { Message } from '#common/messages/template'

/** The request to the process of a trial, sent once. */
export interface ProbeRequest {
  readonly provider: Provider
}

/** The result of a trial. The process ends behind it. */
export interface ProbeReply {
  readonly works: boolean
  readonly reason: Message
  readonly version: string
}
