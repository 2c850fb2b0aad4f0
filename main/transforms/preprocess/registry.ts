import { autoOrient } from './auto-orient.ts'
import { contrast } from './contrast.ts'
import type { PartingStep, PreprocessingStep } from './definition.ts'
import { grayscale } from './grayscale.ts'
import { isolate } from './isolate.ts'
import { resize } from './resize.ts'
import { staticCrop } from './static-crop.ts'
import { tile } from './tile.ts'

/*
 * Every preprocessing step that changes images, in the order in which they are done. Contrast and greys come before the size, as
 * at inference. Steps that choose images and classes are the core's: they need no pixels.
 */

/** Done to the image as a whole. */
export const FIRST_STEPS: readonly PreprocessingStep[] = [autoOrient, staticCrop]

/** Then it may be cut into several. */
export const PARTING_STEPS: readonly PartingStep[] = [isolate, tile]

/** Done to each of them. */
export const LAST_STEPS: readonly PreprocessingStep[] = [contrast, grayscale, resize]
