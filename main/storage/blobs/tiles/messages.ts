import { z } from 'zod'
import { AnyMessage } from '#common/messages/schema'

/** The request to the process that cuts tiles. */
export const CutRequest = z.object({
  path: z.string(),
  /** An empty folder for the tiles. */
  folder: z.string(),
  /** 16 bits a sample are kept. */
  isDeep: z.boolean(),
  threads: z.number().int(),
})
export type CutRequest = Readonly<z.infer<typeof CutRequest>>

/** Its reply, as it comes over the border of a process. */
export const CutReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), reason: AnyMessage }),
])
export type CutReply = z.infer<typeof CutReply>
