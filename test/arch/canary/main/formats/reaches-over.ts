import { step } from '../transforms/step.ts'

export const fromBeside = step
