import { step } from '#transforms/step'

export const fromBeside = step
