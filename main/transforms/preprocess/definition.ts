import type { Shape } from '#common/annotation/shape'
import type { Orientation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { Preprocessing } from '#common/versions/preprocessing'
import { isOn, type On } from '#common/versions/settings'
import type { Plan, Warp } from '../plan.ts'

/** The properties of an image that preprocessing steps may depend on. */
export interface Image {
  /** Its size before the step. */
  readonly frame: Size
  /** EXIF orientation of the stored file. */
  readonly orientation: Orientation
}

/** A preprocessing step. `plan` returns undefined when it changes nothing. */
export interface PreprocessingStep {
  readonly key: keyof Preprocessing
  plan(preprocessing: Preprocessing, image: Image): Plan | undefined
}

interface Definition<Key extends keyof Preprocessing> {
  readonly key: Key
  plan(settings: On<Preprocessing[Key]>, image: Image): Plan | undefined
  /** For a step that does something when it is off. */
  planOff?(image: Image): Plan | undefined
}

export function definePreprocessing<Key extends keyof Preprocessing>(step: Definition<Key>): PreprocessingStep {
  return {
    key: step.key,
    plan(preprocessing, image) {
      const settings = preprocessing[step.key]
      return isOn(settings) ? step.plan(settings, image) : step.planOff?.(image)
    },
  }
}

/** One of the images into which an image is cut. */
export interface Part {
  /** Its index among the parts of the image. */
  readonly part: number
  readonly cut: Warp
  /** The part is an image of this object and gets only its class. Absent where annotations move with their pixels. */
  readonly of?: Shape
}

/** A step that makes several images of one. */
export interface PartingStep {
  readonly key: keyof Preprocessing
  /** Returns the parts in order; undefined when the step is off. */
  parts(preprocessing: Preprocessing, frame: Size, shapes: readonly Shape[]): readonly Part[] | undefined
}
