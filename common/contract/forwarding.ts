import { z } from 'zod'

/** Path on the management address below which one Tessera answers another. No workspace can be called that. */
export const FORWARDED = '/_studio'

/** Each procedure lies below it, as oRPC writes calls over HTTP. */
export const FORWARDED_CALLS = `${FORWARDED}/calls`

/** A header: the hash of the contract that a call was made by. */
export const CONTRACT_HEADER = 'tessera-contract'

/** Description that a Tessera gives of itself before another one calls its procedures. */
export const ForwardingNotice = z.object({
  /** A hash of everything that can be asked. Only a Tessera with the same one calls procedures. */
  contract: z.string().regex(/^[0-9a-f]{64}$/),
  version: z.string().max(100),
})
export type ForwardingNotice = z.infer<typeof ForwardingNotice>
