import type { ModelInput } from '#common/inference/manifest'
import { t } from '#renderer/words/words'

type Values = Pick<ModelInput, 'divisor' | 'mean' | 'std'>

const NONE: ModelInput['mean'] = [0, 0, 0]
const ONE: ModelInput['std'] = [1, 1, 1]

/** Ranges of pixel values that networks are trained on. */
export const VALUE_RANGES: readonly { readonly id: string; readonly label: string; readonly values: Values }[] = [
  { id: 'unit', label: t('0 to 1'), values: { divisor: 255, mean: NONE, std: ONE } },
  {
    id: 'imagenet',
    label: t('ImageNet mean and standard deviation'),
    values: { divisor: 255, mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] },
  },
  { id: 'centred', label: t('−1 to 1'), values: { divisor: 255, mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] } },
  { id: 'bytes', label: t('0 to 255'), values: { divisor: 1, mean: NONE, std: ONE } },
]

/** The range that an input has; undefined for one of its own. */
export function rangeOf({ divisor, mean, std }: ModelInput): string | undefined {
  const text = JSON.stringify({ divisor, mean, std })
  return VALUE_RANGES.find(({ values }) => JSON.stringify(values) === text)?.id
}

const MOST_SIDE = 8192

/** The problem with a width or height, shown at its field; undefined if there is none. */
export function sideProblem(side: number): string | undefined {
  const isRight = Number.isInteger(side) && side >= 1 && side <= MOST_SIDE
  return isRight ? undefined : t('Enter a whole number from 1 to {{most}}', { most: MOST_SIDE })
}

export function isValidInput({ width, height }: Pick<ModelInput, 'width' | 'height'>): boolean {
  return sideProblem(width) === undefined && sideProblem(height) === undefined
}
