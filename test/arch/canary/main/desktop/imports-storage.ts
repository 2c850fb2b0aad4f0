import { rows } from '#storage/rows'

export const direct = rows
