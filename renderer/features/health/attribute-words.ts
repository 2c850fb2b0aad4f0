import type { AttributeHealth } from '#common/contract/health'
import { count, decimal } from '#renderer/words/format'
import { t } from '#renderer/words/words'

/** Labels that must say something by it do not. */
export function isLacking({ isRequired, unsaid }: Pick<AttributeHealth, 'isRequired' | 'unsaid'>): boolean {
  return isRequired && unsaid > 0
}

/** Yes and no have words; choices and texts are their own. */
export function answerName({ kind }: Pick<AttributeHealth, 'kind'>, name: string): string {
  if (kind !== 'yes-no') return name
  return name === 'true' ? t('Yes') : t('No')
}

export function rangeWords({ min, max, mean }: NonNullable<AttributeHealth['range']>): string {
  return t('From {{least}} to {{most}}, {{mean}} on average.', {
    least: short(min),
    most: short(max),
    mean: short(mean),
  })
}

function short(value: number): string {
  return Number.isInteger(value) ? count(value) : decimal(value, 2)
}

export function unsaidWords({ labels, unsaid, isRequired }: AttributeHealth): string {
  if (labels === 0) return t('The class has no annotations yet.')
  if (unsaid === 0) return t('Set on every annotation.')
  return isRequired
    ? t('{{count}} annotations are missing this required attribute.', { count: unsaid })
    : t('{{count}} annotations have no value.', { count: unsaid })
}
