import type { Attribute } from '#common/annotation/attribute'
import type { AttributeValue } from '#common/annotation/marks'
import { t } from '#renderer/words/words'

/** One of few things that an attribute can say. */
export interface Answer {
  readonly name: string
  /** Undefined: nothing any more. */
  readonly said: AttributeValue | undefined
}

const YES_NO: readonly Answer[] = [
  { name: t('Yes'), said: true },
  { name: t('No'), said: false },
]

/** What can be chosen; empty where it is typed. */
export function answersOf(attribute: Attribute): readonly Answer[] {
  if (attribute.kind === 'choice') return attribute.choices.map(({ id, name }) => ({ name, said: id }))
  return attribute.kind === 'yes-no' ? YES_NO : []
}
