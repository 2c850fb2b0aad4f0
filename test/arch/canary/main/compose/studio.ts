import { rows } from '#storage/rows'

export const studio = rows
