import { z } from 'zod'

const Detail = z.object({ detail: z.string() }).meta({ id: 'Failure' })

const Misfits = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
        input: z.unknown().optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  })
  .meta({ id: 'Misfits' })

const Blocked = z.object({ detail: z.string(), error: z.literal('capacity_blocked') }).meta({ id: 'CapacityBlocked' })

/** Answers that operations share. */
export const FAILURES = {
  400: Detail,
  401: Detail,
  404: Detail,
  409: Detail,
  413: Detail,
  422: Misfits,
  500: Detail,
  529: Blocked,
}
