import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import { type Box, boxSize, clipBox } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { Augmentation } from '#common/versions/augmentation'
import { isOn, type On } from '#common/versions/settings'
import { intoRegion, type Plan, type Region } from '../plan.ts'
import type { Random } from '../random.ts'

/** Every key except `image`, which is the number of variants, and `mosaic`, which needs other images. */
export type StepKey = Exclude<keyof Augmentation, 'image' | 'mosaic'>

/** Values that a step drew for one variant, with the names and units of its settings. */
export type Drawn = Readonly<Record<string, number | boolean>>

/** Effect of a step on a frame, which is a whole image or the box of an object. */
export interface Effect<Settings, Values extends Drawn> {
  /** Draws all parameters, always in the same order. */
  draw(settings: Settings, random: Random): Values
  /** Returns the plan; undefined if the drawn values change nothing. */
  plan(drawn: Values, frame: Size): Plan | undefined
}

/** An effect that can also be applied inside a box. */
interface BoxEffect<Settings, Values extends Drawn> extends Effect<Settings, Values> {
  plan(drawn: Values, frame: Size): Region['plan'] | undefined
}

/** The state of a variant before a step. */
export interface Scene {
  readonly frame: Size
  readonly shapes: readonly Shape[]
  /**
   * Returns the index of an object among the annotations that the variant began with, whatever steps have removed
   * since.
   */
  readonly placeOf: (id: ShapeId) => number
  /** Returns the random stream of a step's key, with `|<index>` appended where each box draws for itself. */
  readonly streamOf: (key: string) => Random
}

/** The plan of a step for one variant, and the values drawn for it by stream key. */
export interface Planned {
  readonly plan: Plan | undefined
  readonly drawn: Readonly<Record<string, Drawn>>
}

/** An augmentation step. `plan` returns undefined when the step is off. */
export interface AugmentationStep {
  readonly key: StepKey
  plan(augmentation: Augmentation, scene: Scene): Planned | undefined
}

/** Makes a step that applies an effect to the whole image. */
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

/** Smaller regions are not changed. */
const LEAST_SIDE = 2

/**
 * Makes a step that applies an effect inside the box of every object, with a draw for each, in the order of the
 * annotations. Overlapping boxes see the result of earlier ones.
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

/**
 * Returns the box around an object, rounded outward to whole pixels; undefined when too little of it is in the frame.
 */
function regionOf(shape: PlacedShape, frame: Size): Box | undefined {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  const outward = { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) }
  const box = clipBox(outward, frame)
  if (box === undefined) return undefined
  const { width, height } = boxSize(box)
  return width >= LEAST_SIDE && height >= LEAST_SIDE ? box : undefined
}
