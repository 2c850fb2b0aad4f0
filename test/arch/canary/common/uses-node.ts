import { sep } from 'node:path'

export const separator = sep
