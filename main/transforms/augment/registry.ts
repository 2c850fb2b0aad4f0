import { blur } from './blur.ts'
import { brightness } from './brightness.ts'
import { crop } from './crop.ts'
import { cutout } from './cutout.ts'
import { type AugmentationStep, inBoxes, onPicture } from './definition.ts'
import { exposure } from './exposure.ts'
import { flip } from './flip.ts'
import { hue } from './hue.ts'
import { ninety } from './ninety.ts'
import { noise } from './noise.ts'
import { rgrayscale } from './rgrayscale.ts'
import { rotate } from './rotate.ts'
import { saturation } from './saturation.ts'
import { shear } from './shear.ts'

/** Every augmentation step of a single picture, in the order in which a variant goes through them. */
export const AUGMENTATION: readonly AugmentationStep[] = [
  onPicture('flip', flip),
  onPicture('ninety', ninety),
  onPicture('crop', crop),
  onPicture('rotate', rotate),
  onPicture('shear', shear),
  onPicture('rgrayscale', rgrayscale),
  onPicture('hue', hue),
  onPicture('saturation', saturation),
  onPicture('brightness', brightness),
  onPicture('exposure', exposure),
  onPicture('blur', blur),
  onPicture('noise', noise),
  onPicture('cutout', cutout),
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
