import type { Attribute } from '#common/annotation/attribute'
import type { AttributeValue } from '#common/annotation/marks'
import { t } from '#renderer/words/words'

/** One of few things that an attribute can say. */
export interface Answer {
  readonly name: string
  /** The answer, or undefined to clear it. */
  readonly said: AttributeValue | undefined
}

const YES_NO: readonly Answer[] = [
  { name: t('Yes'), said: true },
  { name: t('No'), said: false },
]

/** The answers to choose from; empty where the answer is typed. */
export function answersOf(attribute: Attribute): readonly Answer[] {
  if (attribute.kind === 'choice') return attribute.choices.map(({ id, name }) => ({ name, said: id }))
  return attribute.kind === 'yes-no' ? YES_NO : []
}
