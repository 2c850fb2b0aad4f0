import { rule } from '#core/rule'

export const handed = rule
