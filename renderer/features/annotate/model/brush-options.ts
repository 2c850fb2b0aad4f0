import { z } from 'zod'
import { TIPS } from '#common/geometry/painting/sweep'

/** Pixels across. */
export const SIZES = { least: 1, most: 2000 } as const

/** The last settings of the brush. */
export const BrushOptions = z
  .object({ size: z.int().min(SIZES.least).max(SIZES.most), tip: z.enum(TIPS) })
  .catch({ size: 32, tip: 'round' })
