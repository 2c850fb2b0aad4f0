import { autoOrient } from './auto-orient.ts'
import type { PreprocessingStep } from './definition.ts'
import { resize } from './resize.ts'

/** Every preprocessing step, in the order in which they are done. */
export const PREPROCESSING: readonly PreprocessingStep[] = [autoOrient, resize]
