import { z } from 'zod'

const Share = z.int().nonnegative()

export const RebalanceBody = z
  .object({
    splits: z
      .strictObject({ train: Share, valid: Share, test: Share })
      .meta({ description: 'Relative shares; at least one must be greater than 0' }),
    mode: z.enum(['rebalance', 'shuffle']).default('rebalance'),
    grouping: z.enum(['global', 'batch']).default('global').meta({
      description:
        'Only for `shuffle`: the whole project at once, or each upload batch and each completed annotation job by itself',
    }),
    classes: z
      .array(z.string())
      .default([])
      .meta({ description: 'Only images that hold these classes and no others move' }),
  })
  .meta({ id: 'Rebalance' })
