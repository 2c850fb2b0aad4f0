import { rule } from '#core/rule'

export const fromAbove = rule
