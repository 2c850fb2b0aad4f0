import { z } from 'zod'

/** The three parts of a dataset, in the order in which everything lists them. */
export const SPLITS = ['train', 'valid', 'test'] as const

export const Split = z.enum(SPLITS)
export type Split = z.infer<typeof Split>

/** A whole number for each split: counts of images, or relative shares. */
export const SplitCounts = z.object({
  train: z.number().int().nonnegative(),
  valid: z.number().int().nonnegative(),
  test: z.number().int().nonnegative(),
})
export type SplitCounts = z.infer<typeof SplitCounts>

export function totalOf({ train, valid, test }: SplitCounts): number {
  return train + valid + test
}

export const NO_IMAGES: SplitCounts = { train: 0, valid: 0, test: 0 }
