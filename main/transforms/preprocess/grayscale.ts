import type { Recolour } from '../plan.ts'
import { toGrey } from '../raster.ts'
import { definePreprocessing } from './definition.ts'

/** The documented weights of red, green and blue (ITU-R BT.709 as scikit-image rounds it). Three equal channels stay. */
const WEIGHTS = [0.2125, 0.7154, 0.0721] as const

export const GREY: Recolour = { kind: 'recolour', edit: (pixels) => toGrey(pixels, WEIGHTS) }

/** Takes the colours away. */
export const grayscale = definePreprocessing({ key: 'grayscale', plan: () => GREY })
