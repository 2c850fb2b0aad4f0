import type { Shape } from '#common/annotation/shape'
import type { Orientation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { Preprocessing } from '#common/versions/preprocessing'
import { isOn, type On } from '#common/versions/settings'
import type { Plan, Warp } from '../plan.ts'

/** The facts that a preprocessing step may know of the image it is planned for. */
export interface Image {
  /** Its size when the step's turn comes. */
  readonly frame: Size
  /** How the stored file is turned for display. */
  readonly orientation: Orientation
}

/** A preprocessing step, ready to be asked what it does to one image; undefined means nothing. */
export interface PreprocessingStep {
  readonly key: keyof Preprocessing
  plan(preprocessing: Preprocessing, image: Image): Plan | undefined
}

interface Definition<Key extends keyof Preprocessing> {
  readonly key: Key
  plan(settings: On<Preprocessing[Key]>, image: Image): Plan | undefined
  /** For a step whose absence does something. */
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

/** One of the images that an image is cut into. */
export interface Part {
  /** Its number among the parts of the image. */
  readonly part: number
  readonly cut: Warp
  /** Only the class of this object is said of the part, and of the whole of it; absent: labels move with their pixels. */
  readonly of?: Shape
}

/** A step that makes several images out of one. */
export interface PartingStep {
  readonly key: keyof Preprocessing
  /** In order; undefined when the step is off. */
  parts(preprocessing: Preprocessing, frame: Size, shapes: readonly Shape[]): readonly Part[] | undefined
}
