import { blur } from './blur.ts'
import { brightness } from './brightness.ts'
import { crop } from './crop.ts'
import { cutout } from './cutout.ts'
import { type AugmentationStep, inBoxes, onImage } from './definition.ts'
import { exposure } from './exposure.ts'
import { flip } from './flip.ts'
import { hue } from './hue.ts'
import { ninety } from './ninety.ts'
import { noise } from './noise.ts'
import { rgrayscale } from './rgrayscale.ts'
import { rotate } from './rotate.ts'
import { saturation } from './saturation.ts'
import { shear } from './shear.ts'

/** Augmentation steps of single images, in the order in which they are applied. */
export const AUGMENTATION: readonly AugmentationStep[] = [
  onImage('flip', flip),
  onImage('ninety', ninety),
  onImage('crop', crop),
  onImage('rotate', rotate),
  onImage('shear', shear),
  onImage('rgrayscale', rgrayscale),
  onImage('hue', hue),
  onImage('saturation', saturation),
  onImage('brightness', brightness),
  onImage('exposure', exposure),
  onImage('blur', blur),
  onImage('noise', noise),
  onImage('cutout', cutout),
  inBoxes('bbflip', flip),
  inBoxes('bbninety', ninety),
  inBoxes('bbcrop', crop),
  inBoxes('bbrotate', rotate),
  inBoxes('bbshear', shear),
  inBoxes('bbbrightness', brightness),
  inBoxes('bbexposure', exposure),
  inBoxes('bbblur', blur),
  inBoxes('bbnoise', noise),
]
