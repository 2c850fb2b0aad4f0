import { brightness } from './brightness.ts'
import type { AugmentationStep } from './definition.ts'
import { flip } from './flip.ts'
import { rotate } from './rotate.ts'

/** Every augmentation step, in the order in which a variant goes through them. */
export const AUGMENTATION: readonly AugmentationStep[] = [flip, rotate, brightness]
