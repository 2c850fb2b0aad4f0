import type { Size } from '#common/geometry/space'
import type { Augmentation } from '#common/versions/settings'
import { isOn, type On } from '../on.ts'
import type { Plan } from '../plan.ts'
import type { Random } from '../random.ts'

/** Every key but `image`, which is no step: it says how many variants are made. */
type AugmentationKey = Exclude<keyof Augmentation, 'image'>

/** The values a step drew for one variant, by the names and in the units of its settings. */
export type Drawn = Readonly<Record<string, number | boolean>>

/** What a step does to one variant, and the draw it follows from. */
interface Planned {
  readonly drawn: Drawn
  readonly plan: Plan
}

/** An augmentation step, ready to be asked what it does to one variant; undefined when it is off. */
export interface AugmentationStep {
  readonly key: AugmentationKey
  plan(augmentation: Augmentation, random: Random, frame: Size): Planned | undefined
}

interface Definition<Key extends AugmentationKey, Values extends Drawn> {
  readonly key: Key
  /** Draws in the order of the parameters, and always all of them. */
  draw(settings: On<Augmentation[Key]>, random: Random): Values
  plan(drawn: Values, frame: Size): Plan
}

export function defineAugmentation<Key extends AugmentationKey, Values extends Drawn>(
  step: Definition<Key, Values>,
): AugmentationStep {
  return {
    key: step.key,
    plan(augmentation, random, frame) {
      const settings = augmentation[step.key]
      if (!isOn(settings)) return undefined
      const drawn = step.draw(settings, random)
      return { drawn, plan: step.plan(drawn, frame) }
    },
  }
}
