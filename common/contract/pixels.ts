import { z } from 'zod'
import { Said } from './kit.ts'

/** The samples of an image with more than eight bits that are shown as black (`from`) and as white (`to`), in units of the file. */
export const SampleWindow = z.object({ from: z.number(), to: z.number() }).readonly()
export type SampleWindow = z.infer<typeof SampleWindow>

/** Samples of an image with 16 bits each, so that a person can choose which part of them to see. */
export const ImageDepth = z.object({
  /** The smallest and the largest sample, over all channels. */
  lowest: z.number(),
  highest: z.number(),
  /** How many samples fall into each of equal parts of the range from lowest to highest. */
  histogram: z.array(z.number()),
  /** Usual window, until a person chooses another: all but the darkest and the brightest half percent. */
  window: SampleWindow,
})
export type ImageDepth = z.infer<typeof ImageDepth>

const Orientation = z.literal([1, 2, 3, 4, 5, 6, 7, 8])

/** A `TilePyramid` as it is stored and sent. */
export const TilePyramidFacts = z.object({
  stored: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  orientation: Orientation,
  levels: z.number().int().positive(),
})

export const TileState = z.discriminatedUnion('state', [
  /** The image is small enough to be shown as one. */
  z.object({ state: z.literal('none') }),
  /** There are none yet, and nobody asked for them. */
  z.object({ state: z.literal('absent') }),
  /** They are being made: this share of them, 0…1, is there. */
  z.object({ state: z.literal('preparing'), share: z.number() }),
  z.object({ state: z.literal('ready'), pyramid: TilePyramidFacts }),
  z.object({ state: z.literal('failed'), reason: Said }),
])
export type TileState = z.infer<typeof TileState>

/** Facts about an image's pixels beyond its size. */
export const PixelFacts = z.object({
  /** Images that the file holds; the first one is shown. */
  pages: z.number().int().positive(),
  depth: ImageDepth.nullable(),
  tiles: TileState,
})
export type PixelFacts = z.infer<typeof PixelFacts>
