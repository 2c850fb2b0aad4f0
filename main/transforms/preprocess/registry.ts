import { autoOrient } from './auto-orient.ts'
import { contrast } from './contrast.ts'
import type { PartingStep, PreprocessingStep } from './definition.ts'
import { grayscale } from './grayscale.ts'
import { isolate } from './isolate.ts'
import { resize } from './resize.ts'
import { staticCrop } from './static-crop.ts'
import { tile } from './tile.ts'

/*
 * Preprocessing steps that change images, in the order in which they run. As at inference, contrast and grayscale come
 * before the size. Steps that choose images and classes need no pixels and are part of the core.
 */

/** Steps on the whole image. */
export const FIRST_STEPS: readonly PreprocessingStep[] = [autoOrient, staticCrop]

/** Steps that may then cut it into several. */
export const PARTING_STEPS: readonly PartingStep[] = [isolate, tile]

/** Steps on each of the parts. */
export const LAST_STEPS: readonly PreprocessingStep[] = [contrast, grayscale, resize]
