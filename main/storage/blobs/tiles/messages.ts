import { z } from 'zod'

/** What the process that cuts tiles is told. */
export interface CutRequest {
  readonly path: string
  /** An empty folder for the tiles. */
  readonly folder: string
  /** 16 bits a sample are kept. */
  readonly isDeep: boolean
  readonly threads: number
}

/** What it says, as it comes over the border of a process. */
export const CutReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])
export type CutReply = z.infer<typeof CutReply>
