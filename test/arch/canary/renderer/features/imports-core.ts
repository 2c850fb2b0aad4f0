import { rule } from '#core/rule'

export const direct = rule
