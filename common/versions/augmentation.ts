import { z } from 'zod'
import { wholeWithin, within } from './numbers.ts'

const Flip = z.strictObject({ horizontal: z.boolean().default(false), vertical: z.boolean().default(false) })

const Ninety = z.strictObject({
  clockwise: z.boolean().default(false),
  'counter-clockwise': z.boolean().default(false),
  'upside-down': z.boolean().default(false),
})

/** Percent of the area that is cut away. Versions of other programs say `percent` for `max`. */
const Crop = z.preprocess(
  (input) => {
    const legacy = z.strictObject({ percent: z.unknown(), min: z.unknown().optional() }).safeParse(input)
    return legacy.success ? { min: legacy.data.min ?? 0, max: legacy.data.percent } : input
  },
  z
    .strictObject({ min: within(0, 99), max: within(0, 99) })
    .refine(({ min, max }) => min <= max, 'schema-min-above-max'),
)

const Rotate = z.strictObject({ degrees: within(0, 45) })
const Shear = z.strictObject({ horizontal: within(0, 45).default(0), vertical: within(0, 45).default(0) })

const Brightness = z
  .strictObject({ brighten: z.boolean().default(true), darken: z.boolean().default(true), percent: within(0, 99) })
  .refine(({ brighten, darken }) => brighten || darken, 'schema-no-brightness')

const Exposure = z.strictObject({ percent: within(0, 99) })
/** Up to how wide the blur is, as its standard deviation in pixels. */
const Blur = z.strictObject({ pixels: within(0, 25) })
const Noise = z.strictObject({ percent: within(0, 100) })

/** The steps that whole images and the contents of boxes have in common. */
const shared = {
  flip: Flip,
  ninety: Ninety,
  crop: Crop,
  rotate: Rotate,
  shear: Shear,
  brightness: Brightness,
  exposure: Exposure,
  blur: Blur,
  noise: Noise,
}

/** Every augmentation step by its key, and `image`, which is no step; one that is absent or `false` is off. */
export const Augmentation = z.strictObject({
  mosaic: z.boolean().optional(),
  flip: shared.flip.optional(),
  ninety: shared.ninety.optional(),
  crop: shared.crop.optional(),
  rotate: shared.rotate.optional(),
  shear: shared.shear.optional(),
  rgrayscale: z.strictObject({ percent: within(0, 100) }).optional(),
  hue: z.strictObject({ degrees: within(0, 180) }).optional(),
  saturation: z.strictObject({ percent: within(0, 99) }).optional(),
  brightness: shared.brightness.optional(),
  exposure: shared.exposure.optional(),
  blur: shared.blur.optional(),
  noise: shared.noise.optional(),
  cutout: z.strictObject({ count: wholeWithin(1, 100), percent: within(1, 99) }).optional(),
  bbflip: shared.flip.optional(),
  bbninety: shared.ninety.optional(),
  bbcrop: shared.crop.optional(),
  bbrotate: shared.rotate.optional(),
  bbshear: shared.shear.optional(),
  bbbrightness: shared.brightness.optional(),
  bbexposure: shared.exposure.optional(),
  bbblur: shared.blur.optional(),
  bbnoise: shared.noise.optional(),
  /** How many copies of each training image are made. */
  image: z.strictObject({ versions: wholeWithin(1, Number.MAX_SAFE_INTEGER) }).optional(),
})
export type Augmentation = z.infer<typeof Augmentation>
