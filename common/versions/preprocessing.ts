import { z } from 'zod'
import { recordOf } from '../record-of.ts'
import { issueSentence } from './issue-sentence.ts'
import { wholeWithin, within } from './numbers.ts'

/** The documented ways to resize an image, in the specification's words. */
export const RESIZE_FORMATS = [
  'Stretch to',
  'Fill (with center crop) in',
  'Fit within',
  'Fit (reflect edges) in',
  'Fit (black edges) in',
  'Fit (white edges) in',
] as const
export type ResizeFormat = (typeof RESIZE_FORMATS)[number]

const Resize = z.strictObject({
  width: wholeWithin(1, 8192),
  height: wholeWithin(1, 8192),
  format: z.enum(RESIZE_FORMATS),
})

export const CONTRAST_TYPES = ['Contrast Stretching', 'Histogram Equalization', 'Adaptive Equalization'] as const
export type ContrastType = (typeof CONTRAST_TYPES)[number]

const Contrast = z.strictObject({ type: z.enum(CONTRAST_TYPES) })

/** Edges of the window in percent of the image's sides. */
const StaticCrop = z
  .strictObject({ x_min: within(0, 100), x_max: within(0, 100), y_min: within(0, 100), y_max: within(0, 100) })
  .refine(({ x_min, x_max }) => x_min < x_max, 'schema-crop-x')
  .refine(({ y_min, y_max }) => y_min < y_max, 'schema-crop-y')

/** Fill for the part of a last tile outside the image; `none` moves that tile back to the edge. */
export const TILE_PADDINGS = ['black', 'white', 'reflect', 'none'] as const

/** Overlap of neighboring tiles: below 1 a fraction of the tile's side, from 1 on a percentage. */
const overlapping = { overlap: within(0, 90).default(0), padding: z.enum(TILE_PADDINGS).default('black') }

const GridTile = z.strictObject({ rows: wholeWithin(1, 20), columns: wholeWithin(1, 20) })

const FixedSizeTile = z.strictObject({
  mode: z.literal('fixed_size'),
  tileWidth: wholeWithin(16, 8192),
  tileHeight: wholeWithin(16, 8192),
  ...overlapping,
})

const FixedAspectTile = z.strictObject({
  mode: z.literal('fixed_aspect'),
  /** Width divided by height. */
  aspectRatio: within(0.05, 20),
  /** The side of the image that a tile spans. */
  span: z.enum(['width', 'height']),
  ...overlapping,
})

const MODES = 'schema-tile-mode'

/** Each mode is validated by its own schema, so that errors refer to the intended mode. A grid has no mode. */
const Tile = z.union([GridTile, FixedSizeTile, FixedAspectTile], { error: ({ input }) => tileFault(input) })
export type Tile = z.infer<typeof Tile>

function tileFault(input: unknown): string {
  const { mode } = z.looseObject({ mode: z.unknown() }).catch({ mode: undefined }).parse(input)
  const meant = mode === undefined ? GridTile : mode === 'fixed_size' ? FixedSizeTile : FixedAspectTile
  const issue = meant.safeParse(input).error?.issues[0]
  return issue === undefined || issue.path[0] === 'mode' ? MODES : `is not understood: ${issueSentence(issue, input)}`
}

const WISHES = 'schema-tag-wish'

/** For each tag, whether an image must have it (`true`) or must not have it (`false`). */
const FilterTags = recordOf(
  z.union([z.boolean(), z.enum(['require', 'exclude', 'allow'])], { error: WISHES }),
).transform((tags) => {
  const decided = Object.entries(tags).filter(([, wish]) => wish !== 'allow')
  return Object.fromEntries(decided.map(([tag, wish]) => [tag, wish === true || wish === 'require']))
})

/** `schema-class-too-long` says so. */
const LONGEST_NAME = 200

/**
 * New class names by old ones; an empty name drops the class. Validated in a single pass: a project may have ten
 * thousand classes, for which zod's records take tens of milliseconds.
 */
const Remap = z.unknown().transform((given, context): Readonly<Record<string, string>> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    context.addIssue('schema-not-object')
    return z.NEVER
  }
  const names: [string, string][] = []
  for (const [from, to] of Object.entries(given)) {
    const message = faultOf(to)
    if (message !== undefined) {
      context.addIssue({ code: 'custom', path: [from], message })
      return z.NEVER
    }
    names.push([from, String(to ?? '').trim()])
  }
  return Object.fromEntries(names)
})

function faultOf(name: unknown): string | undefined {
  if (name === null) return undefined
  if (typeof name !== 'string') return 'schema-not-string'
  return name.length > LONGEST_NAME ? 'schema-class-too-long' : undefined
}

/**
 * Formats of a version's files. `original` keeps the uploaded file if no step changes its pixels, and otherwise writes
 * PNG.
 */
export const IMAGE_FORMATS = ['jpeg', 'png', 'original'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

const ImageFiles = z.strictObject({ format: z.enum(IMAGE_FORMATS) })

/** Minimum percentage of images with annotations in each split. */
const FilterNull = z.strictObject({ percent: within(0, 100) })

/** Preprocessing steps by key. Absent or `false` is off. */
export const Preprocessing = z.strictObject({
  'auto-orient': z.boolean().optional(),
  'filter-tags': FilterTags.optional(),
  remap: Remap.optional(),
  'static-crop': StaticCrop.optional(),
  isolate: z.boolean().optional(),
  tile: Tile.optional(),
  'filter-null': FilterNull.optional(),
  contrast: Contrast.optional(),
  grayscale: z.boolean().optional(),
  resize: Resize.optional(),
  'image-format': ImageFiles.optional(),
})
export type Preprocessing = z.infer<typeof Preprocessing>
