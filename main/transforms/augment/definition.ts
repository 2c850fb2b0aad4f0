import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import { type Box, boxSize, clipBox } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { Augmentation } from '#common/versions/augmentation'
import { isOn, type On } from '#common/versions/settings'
import { intoRegion, type Plan, type Region } from '../plan.ts'
import type { Random } from '../random.ts'

/** Every key but `image`, which says how many variants are made, and `mosaic`, which needs other images. */
export type StepKey = Exclude<keyof Augmentation, 'image' | 'mosaic'>

/** The values a step drew for one variant, by the names and in the units of its settings. */
export type Drawn = Readonly<Record<string, number | boolean>>

/** The effect of a step on a frame, whether that is a whole image or the box of an object. */
export interface Effect<Settings, Values extends Drawn> {
  /** Draws in the order of the parameters, and always all of them. */
  draw(settings: Settings, random: Random): Values
  /** The plan, or undefined for a draw that changes nothing. */
  plan(drawn: Values, frame: Size): Plan | undefined
}

/** An effect that has a meaning inside a box too. */
interface BoxEffect<Settings, Values extends Drawn> extends Effect<Settings, Values> {
  plan(drawn: Values, frame: Size): Region['plan'] | undefined
}

/** A variant as it is when a step's turn comes. */
export interface Scene {
  readonly frame: Size
  readonly shapes: readonly Shape[]
  /** The place of an object among the labels that the variant began with, whatever other steps have taken away since. */
  readonly placeOf: (id: ShapeId) => number
  /** The stream of a step's key, with `|<place>` behind it where each box draws for itself. */
  readonly streamOf: (key: string) => Random
}

/** The effect of a step on one variant, and the draws it follows from, by the keys of their streams. */
export interface Planned {
  readonly plan: Plan | undefined
  readonly drawn: Readonly<Record<string, Drawn>>
}

/** An augmentation step, ready to be asked what it does to one variant; undefined when it is off. */
export interface AugmentationStep {
  readonly key: StepKey
  plan(augmentation: Augmentation, scene: Scene): Planned | undefined
}

/** The step that does an effect to the whole image. */
export function onImage<Key extends StepKey, Values extends Drawn>(
  key: Key,
  effect: Effect<On<Augmentation[Key]>, Values>,
): AugmentationStep {
  return {
    key,
    plan(augmentation, { frame, streamOf }) {
      const settings = augmentation[key]
      if (!isOn(settings)) return undefined
      const drawn = effect.draw(settings, streamOf(key))
      return { drawn: { [key]: drawn }, plan: effect.plan(drawn, frame) }
    },
  }
}

/** Smaller regions are left as they are. */
const LEAST_SIDE = 2

/**
 * The step that does an effect inside the box of every object, each with a draw of its own, in the order of the labels. Boxes that
 * overlap see what was done to the ones before.
 */
export function inBoxes<Key extends StepKey, Values extends Drawn>(
  key: Key,
  effect: BoxEffect<On<Augmentation[Key]>, Values>,
): AugmentationStep {
  return {
    key,
    plan(augmentation, { frame, shapes, placeOf, streamOf }) {
      const settings = augmentation[key]
      if (!isOn(settings)) return undefined
      const drawn: Record<string, Drawn> = {}
      const regions: Region[] = []
      for (const shape of shapes) {
        const box = isPlaced(shape) ? regionOf(shape, frame) : undefined
        if (box === undefined) continue
        const stream = `${key}|${placeOf(shape.id)}`
        const values = effect.draw(settings, streamOf(stream))
        drawn[stream] = values
        const plan = effect.plan(values, boxSize(box))
        if (plan !== undefined) regions.push({ shapeId: shape.id, box, plan: intoRegion(plan, boxSize(box)) })
      }
      return { drawn, plan: regions.length === 0 ? undefined : { kind: 'regions', regions } }
    },
  }
}

/** The box around an object rounded outward to whole pixels; undefined when too little of it lies in the frame. */
function regionOf(shape: PlacedShape, frame: Size): Box | undefined {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  const outward = { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) }
  const box = clipBox(outward, frame)
  if (box === undefined) return undefined
  const { width, height } = boxSize(box)
  return width >= LEAST_SIDE && height >= LEAST_SIDE ? box : undefined
}
