import { z } from 'zod'
import { Augmentation } from '#common/versions/augmentation'
import { Preprocessing, TILE_PADDINGS } from '#common/versions/preprocessing'

const preprocessing = Preprocessing.shape
const augmentation = Augmentation.shape

/** A step that is off keeps its settings, so that switching it on again brings them back. One that cannot be read is as at first. */
function stepOf<Settings>(settings: z.ZodType<Settings>, first: NoInfer<Settings>, on = false) {
  return z.object({ on: z.boolean(), settings }).catch({ on, settings: first })
}

/** A step without anything to set. */
function switchOf(on = false) {
  return stepOf(z.object({}), {}, on)
}

/** Tile settings of the screen: the values of every mode, of which one counts. */
const TileChoice = z.object({
  mode: z.enum(['grid', 'fixed_size', 'fixed_aspect']),
  rows: z.number().int().min(1).max(20),
  columns: z.number().int().min(1).max(20),
  width: z.number().int().min(16).max(8192),
  height: z.number().int().min(16).max(8192),
  aspectRatio: z.number().min(0.05).max(20),
  span: z.enum(['width', 'height']),
  /** Percent of the tile's side. */
  overlap: z.number().int().min(0).max(90),
  padding: z.enum(TILE_PADDINGS),
})
export type TileChoice = z.infer<typeof TileChoice>

/** New names of classes by their old ones; a class that is left out keeps the name it had here. */
const ClassChoice = z.object({ names: z.record(z.string(), z.string()), leftOut: z.array(z.string()) })
export type ClassChoice = z.infer<typeof ClassChoice>

const FIRST_TILES: TileChoice = {
  mode: 'grid',
  rows: 2,
  columns: 2,
  width: 640,
  height: 640,
  aspectRatio: 1,
  span: 'height',
  overlap: 0,
  padding: 'black',
}

const PreprocessingDraft = z.object({
  'filter-tags': stepOf(z.record(z.string(), z.boolean()), {}),
  remap: stepOf(ClassChoice, { names: {}, leftOut: [] }),
  'auto-orient': switchOf(true),
  'static-crop': stepOf(preprocessing['static-crop'].unwrap(), { x_min: 10, x_max: 90, y_min: 10, y_max: 90 }),
  isolate: switchOf(),
  tile: stepOf(TileChoice, FIRST_TILES),
  'filter-null': stepOf(preprocessing['filter-null'].unwrap(), { percent: 80 }),
  contrast: stepOf(preprocessing.contrast.unwrap(), { type: 'Contrast Stretching' }),
  grayscale: switchOf(),
  resize: stepOf(preprocessing.resize.unwrap(), { width: 640, height: 640, format: 'Stretch to' }, true),
  'image-format': stepOf(preprocessing['image-format'].unwrap(), { format: 'png' }),
})

const CHOSEN = { percent: 20 }

/** The settings are those of the recipe; how they are set is told by the rows of the screen. */
const AugmentationDraft = z.object({
  flip: augmentStep(augmentation.flip, { horizontal: true, vertical: false }),
  ninety: augmentStep(augmentation.ninety, { clockwise: true, 'counter-clockwise': true, 'upside-down': false }),
  crop: augmentStep(augmentation.crop, { min: 0, max: 20 }),
  rotate: augmentStep(augmentation.rotate, { degrees: 12 }),
  shear: augmentStep(augmentation.shear, { horizontal: 10, vertical: 10 }),
  rgrayscale: augmentStep(augmentation.rgrayscale, { percent: 15 }),
  hue: augmentStep(augmentation.hue, { degrees: 15 }),
  saturation: augmentStep(augmentation.saturation, { percent: 25 }),
  brightness: augmentStep(augmentation.brightness, { brighten: true, darken: true, ...CHOSEN }),
  exposure: augmentStep(augmentation.exposure, { percent: 10 }),
  blur: augmentStep(augmentation.blur, { pixels: 2 }),
  noise: augmentStep(augmentation.noise, { percent: 1 }),
  cutout: augmentStep(augmentation.cutout, { count: 3, percent: 10 }),
  mosaic: augmentStep(z.object({}).optional(), {}),
  bbflip: augmentStep(augmentation.bbflip, { horizontal: true, vertical: false }),
  bbninety: augmentStep(augmentation.bbninety, { clockwise: true, 'counter-clockwise': true, 'upside-down': false }),
  bbcrop: augmentStep(augmentation.bbcrop, { min: 0, max: 20 }),
  bbrotate: augmentStep(augmentation.bbrotate, { degrees: 12 }),
  bbshear: augmentStep(augmentation.bbshear, { horizontal: 10, vertical: 10 }),
  bbbrightness: augmentStep(augmentation.bbbrightness, { brighten: true, darken: true, ...CHOSEN }),
  bbexposure: augmentStep(augmentation.bbexposure, { percent: 10 }),
  bbblur: augmentStep(augmentation.bbblur, { pixels: 2 }),
  bbnoise: augmentStep(augmentation.bbnoise, { percent: 1 }),
})

/** The parameters of an augmentation step by their names. */
export type Values = Readonly<Record<string, number | boolean>>

function augmentStep<Settings extends Values>(settings: z.ZodOptional<z.ZodType<Settings>>, first: Settings) {
  return stepOf<Values>(settings.unwrap(), first)
}

/** Values of the wizard's controls. */
export const Draft = z
  .object({
    preprocessing: PreprocessingDraft,
    augmentation: AugmentationDraft,
    copies: z.number().int().min(1).catch(3),
  })
  .readonly()
export type Draft = z.infer<typeof Draft>

/** Defaults for a project's first version. */
export const FIRST_DRAFT: Draft = Draft.parse({ preprocessing: {}, augmentation: {} })
