import { sep } from 'path'

export const separator = sep
