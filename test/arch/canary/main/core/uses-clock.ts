import { rule } from './rule.ts'

export const later = () => setTimeout(() => rule, Date.now())
