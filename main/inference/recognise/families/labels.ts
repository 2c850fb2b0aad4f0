import type { ModelTask } from '#common/inference/manifest'
import { classifierLayoutOf } from '../../models/classifier/layout.ts'
import { mapClasses } from '../../models/semantic/classes.ts'
import { semanticLayoutOf } from '../../models/semantic/layout.ts'
import { type Claimant, claimEach, fits, type Known } from '../claim.ts'

export const classifierClaims: Claimant = {
  family: 'classifier',
  claims: (networks, known) =>
    claimEach(networks, ({ path, signature }) => {
      const found = classifierLayoutOf(signature)
      if (found === undefined) return undefined
      const { layout, input, isFused, classes: count } = found
      const claim = { family: 'classifier', layout, tasks: labelTasks(known), networks: { model: path } } as const
      const more = { ...claim, input, ...(isFused && { isFused }) }
      return count === undefined ? { ...more, classes: 'unknown' } : { ...more, classes: 'fixed', classCount: count }
    }),
}

export const semanticClaims: Claimant = {
  family: 'semantic',
  claims: (networks) =>
    claimEach(networks, ({ path, signature }) => {
      const found = semanticLayoutOf(signature)
      if (found === undefined) return undefined
      const { layout, input, isFused, channels } = found
      const claim = { family: 'semantic', layout, tasks: ['semantic-segmentation'], networks: { model: path } } as const
      const more = { ...claim, input, ...(isFused && { isFused }) }
      if (channels === undefined) return { ...more, classes: 'unknown' }
      // The background may be left out of the names.
      return {
        ...more,
        classes: 'up-to',
        classCount: channels,
        fitsNames: fits((names) => mapClasses(names, channels)),
      }
    }),
}

const SINGLE = 'classification'
const MULTI = 'multi-label-classification'

/** Tensors do not tell whether classes exclude each other. */
function labelTasks({ task, isMultiLabel }: Known): readonly [ModelTask, ...ModelTask[]] {
  if (isMultiLabel !== undefined) return [isMultiLabel ? MULTI : SINGLE]
  return task === SINGLE || task === MULTI ? [task] : [SINGLE, MULTI]
}
