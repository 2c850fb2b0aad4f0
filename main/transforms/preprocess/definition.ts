import type { Orientation } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { Preprocessing } from '#common/versions/settings'
import { isOn, type On } from '../on.ts'
import type { Plan } from '../plan.ts'

/** What a preprocessing step may know of the picture it is planned for. */
export interface Picture {
  /** Its size when the step's turn comes. */
  readonly frame: Size
  /** How the stored file is turned for display. */
  readonly orientation: Orientation
}

/** A preprocessing step, ready to be asked what it does to one picture; undefined means nothing. */
export interface PreprocessingStep {
  readonly key: keyof Preprocessing
  plan(preprocessing: Preprocessing, picture: Picture): Plan | undefined
}

interface Definition<Key extends keyof Preprocessing> {
  readonly key: Key
  plan(settings: On<Preprocessing[Key]>, picture: Picture): Plan | undefined
  /** For a step whose absence does something. */
  planOff?(picture: Picture): Plan | undefined
}

export function definePreprocessing<Key extends keyof Preprocessing>(step: Definition<Key>): PreprocessingStep {
  return {
    key: step.key,
    plan(preprocessing, picture) {
      const settings = preprocessing[step.key]
      return isOn(settings) ? step.plan(settings, picture) : step.planOff?.(picture)
    },
  }
}
