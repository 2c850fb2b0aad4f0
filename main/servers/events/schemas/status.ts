import { z } from 'zod'

export const HealthBody = z
  .object({
    status: z.literal('healthy'),
    version: z.string(),
    events: z.int(),
    drafts: z.int(),
    capacity_blocked: z.boolean(),
  })
  .meta({ id: 'StoreHealth' })
