import { z } from 'zod'

/** Stored versions and scripts contain numbers as strings too. */
const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
)

export const within = (min: number, max: number) => number.pipe(z.number().min(min).max(max))
export const wholeWithin = (min: number, max: number) => number.pipe(z.number().int().min(min).max(max))
