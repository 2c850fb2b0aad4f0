import type { Recolour } from '../plan.ts'
import { toGrey } from '../raster.ts'
import { definePreprocessing } from './definition.ts'

/**
 * The documented weights of red, green and blue (ITU-R BT.709 as rounded by scikit-image). The image keeps three equal
 * channels.
 */
const WEIGHTS = [0.2125, 0.7154, 0.0721] as const

export const GREY: Recolour = { kind: 'recolour', edit: (pixels) => toGrey(pixels, WEIGHTS) }

/** Converts to grayscale. */
export const grayscale = definePreprocessing({ key: 'grayscale', plan: () => GREY })
