import { rows } from '#storage/rows'

export const fromAbove = rows
